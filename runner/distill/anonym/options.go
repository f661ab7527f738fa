package anonym

import (
	"bytes"
	"fmt"
	"regexp"
)

// Options say what is anonymised. The zero value is everything.
type Options struct {
	// Keep are paths of fields that stay, with all below them; a value there stays
	// wherever else it is all of a value.
	//
	// A path is names joined with dots; "[]" behind a name is any element of an
	// array, and "*" any name or element. It begins with a field of an event:
	// text, thought, args, result, metadata, name (of a tool), agent, error,
	// stop_reason, window, note, log, slot, turn, role, raw. Behind args, result,
	// metadata and raw it goes on with the keys of the JSON there: "args.city",
	// "result.items[].id", "metadata.*". It may as well be the path in
	// a record's JSON: "message.content[].text". The names that lead to a field
	// stay with it. A name with a dot or bracket in it is written in quotes:
	// args."a.b".
	Keep []string
	// Allow are words that Leaks does not look for, beside the vocabulary.
	Allow []string
}

// Check returns an error that names the first path of Keep that is none.
func (o Options) Check() error {
	_, err := o.keptPaths()
	return err
}

// The keptPaths are the paths of the names that stay; "[]" is an element.
type keptPaths struct{ paths [][]string }

func (o Options) keptPaths() (keptPaths, error) {
	var k keptPaths
	for _, text := range o.Keep {
		path, err := parsePath(text)
		if err != nil {
			return keptPaths{}, fmt.Errorf("anonym: no path of a field: %q: %w", text, err)
		}
		k.paths = append(k.paths, path)
	}
	return k, nil
}

const element = "[]"

// step is an element, or a name with the dot before it, in quotes or not.
var step = regexp.MustCompile(`^(?:\[\]|(\.?)(?:"([^"]*)"|([^.\[\]"]+)))`)

func parsePath(text string) ([]string, error) {
	var path []string
	for rest := text; rest != "" || len(path) == 0; {
		m := step.FindStringSubmatch(rest)
		switch {
		case m == nil, m[0] != element && (m[1] == "") != (len(path) == 0):
			return nil, fmt.Errorf("no name begins with %q", rest)
		case m[0] == element:
			path = append(path, element)
		default:
			path = append(path, m[2]+m[3])
		}
		rest = rest[len(m[0]):]
	}
	return path, nil
}

// value reports whether what stands at a path stays: it, or what it is in, is
// kept.
func (k keptPaths) value(path []string) bool {
	return k.any(path, func(kept []string) bool { return len(kept) <= len(path) })
}

// key reports whether a name that a path ends in stays: it leads to what is
// kept, or is in it.
func (k keptPaths) key(path []string) bool {
	return k.any(path, func([]string) bool { return true })
}

// token reports whether a token stays.
func (k keptPaths) token(t token) bool { return t.key && k.key(t.path) || !t.key && k.value(t.path) }

func (k keptPaths) any(path []string, long func(kept []string) bool) bool {
	for _, kept := range k.paths {
		if long(kept) && alongside(kept, path) {
			return true
		}
	}
	return false
}

// alongside reports whether two paths are the same as far as both go.
func alongside(kept, path []string) bool {
	for i := range min(len(kept), len(path)) {
		if kept[i] != path[i] && kept[i] != "*" {
			return false
		}
	}
	return true
}

// keptIn are the values that Keep names, of the events' texts and of the records: each
// stays wherever it is all of a value.
func keptIn(keep keptPaths, all *assembler, records [][]byte) map[string]bool {
	kept := map[string]bool{}
	if len(keep.paths) == 0 {
		return kept
	}
	from := func(text string, root []string) {
		tokens(text, root, func(t token) {
			if keep.token(t) {
				kept[plain(text[t.from:t.to])] = true
			}
		})
	}
	for _, w := range all.wholes {
		switch text := string(w.text); {
		case w.json:
			from(text, []string{w.name})
		case keep.value([]string{w.name}):
			kept[text] = true
		}
	}
	for _, record := range records {
		from(string(bytes.TrimSpace(record)), nil)
	}
	return kept
}
