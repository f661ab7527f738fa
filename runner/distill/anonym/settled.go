package anonym

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// ownWords are the words of a dialect that are structure.
type ownWords struct {
	f     *spec.Features
	tools map[string]bool
	keys  map[string]bool
	stops map[string]bool
}

func ownOf(f *spec.Features) ownWords {
	o := ownWords{f: f, tools: map[string]bool{}, keys: map[string]bool{}, stops: map[string]bool{}}
	for _, word := range f.StopWords {
		o.stops[word] = true
	}
	for _, tool := range f.Tools {
		o.tools[tool.Name] = true
		for _, text := range []string{tool.Args, string(tool.Result), string(tool.Failure)} {
			tokens(text, nil, func(t token) {
				if t.key {
					o.keys[plain(text[t.from:t.to])] = true
				}
			})
		}
	}
	return o
}

// settled is what stands for a value that is not a text: a word of a vocabulary
// stays, and so does a number where a field is a position.
func (p *pass) settled(w *whole, text string) (string, bool) {
	switch {
	case text == "", p.keep.value([]string{w.name}):
		return text, true
	case w.json:
		return "", false
	case p.fixed[place{field: w.name, word: text}]:
		p.stayed[text] = true
		return text, true
	}
	stays := false
	switch w.name {
	case "stop_reason":
		stays = stops[text] || p.own.stops[text]
	case "role":
		stays = roles[text]
	case "window":
		stays = windows[text]
	case "name":
		return p.tool(text)
	case "slot":
		_, err := strconv.Atoi(text)
		stays = err == nil
	case "turn":
		_, err := strconv.Atoi(text)
		stays = err == nil || p.features.TurnIDs
	}
	return text, stays
}

// tool is what stands for the name of a tool that readers know: of an alias with
// a server's name in it, only that changes.
func (p *pass) tool(name string) (string, bool) {
	d := p.features.Delegation
	if p.own.tools[name] || name == d.Tool {
		return name, true
	}
	for _, alias := range d.Aliases {
		before, after, wild := strings.Cut(alias, "*")
		one := spec.Delegation{Tool: d.Tool, Aliases: []string{alias}}
		switch {
		case !one.Is(name):
		case !wild:
			return name, true
		default:
			server := name[len(before) : len(name)-len(after)]
			return before + joined(p.w.pieces(server, false, nil, nil)) + after, true
		}
	}
	return "", false
}

// decided are the spans of a JSON text that stay, which are what is kept and keys
// that are structure, and strings that are an id, also a short one.
func (p *pass) decided(w *whole) []decision {
	if !w.json {
		return nil
	}
	text := string(w.text)
	var list []decision
	tokens(text, []string{w.name}, func(t token) {
		inside := text[t.from:t.to]
		word := plain(inside)
		switch {
		case p.keep.token(t):
			list = append(list, decision{t.span, inside})
		case !p.w.ids.whole(word) && p.structure(w, text, t):
			p.stayed[word] = true
			to, _ := p.w.ids.renamed(inside)
			list = append(list, decision{t.span, to})
		case t.quoted && !t.unclosed && w.name != "args":
			list = append(list, shifted(p.w.ids.inside(inside), t.from)...)
		}
	})
	return list
}

// shifted are decisions further in.
func shifted(list []decision, by int) []decision {
	for i := range list {
		list[i].from, list[i].to = list[i].from+by, list[i].to+by
	}
	return list
}

// structure reports whether a token means something to the dialect or to its
// readers.
func (p *pass) structure(w *whole, text string, t token) bool {
	name, d := t.path[len(t.path)-1], p.features.Delegation
	switch {
	case p.fixed[placeOf(w.name, text, t)]:
		return true
	case !t.key || name == "":
		return false
	case w.name == "args" && len(t.path) == 2 && (name == d.Argument || name == d.Description):
		return true
	}
	return hostile[name] || p.own.keys[name]
}

// rest makes neutral what is no field and no name: figures, and what is no name
// by the rules of the dialect.
func (p *pass) rest(e *spec.Event) {
	p.usage(e.Usage)
	for i := range e.Messages {
		p.usage(e.Messages[i].Usage)
	}
	if !closed[string(e.Status)] {
		e.Status = spec.Status(p.say(string(e.Status)))
	}
	if !closed[string(e.Form)] {
		e.Form = spec.Form(p.say(string(e.Form)))
	}
	if !closed[string(e.Note)] {
		e.Note = spec.Note(p.say(string(e.Note)))
	}
	e.Session = p.segments(e.Session)
	e.Parent.ID = p.segments(e.Parent.ID)
	if p.features.Numbered {
		e.Message = p.numbered(e.Message)
		for i := range e.Messages {
			e.Messages[i].Message = p.numbered(e.Messages[i].Message)
		}
	}
}

func (p *pass) say(text string) string { return joined(p.w.pieces(text, false, nil, nil)) }

// usage gives figures other digits: as many, and none stays none.
func (p *pass) usage(u *spec.Usage) {
	if u == nil {
		return
	}
	u.Input, u.Output = p.figure(u.Input), p.figure(u.Output)
}

func (p *pass) figure(n int64) int64 {
	to, err := strconv.ParseInt(p.say(strconv.FormatInt(n, 10)), 10, 64)
	if err != nil {
		return 1
	}
	if to != n {
		p.counts[numbers]++
	}
	return to
}

// namespace is the mark that the Renamer leaves alone.
const namespace = "tools:"

// segments makes neutral what stands in a namespace beside its marked names.
func (p *pass) segments(id string) string {
	if !strings.HasPrefix(id, namespace) {
		return id
	}
	all := strings.Split(id, "|")
	for i, segment := range all {
		if !strings.HasPrefix(segment, namespace) {
			all[i] = p.say(segment)
		}
	}
	return strings.Join(all, "|")
}

func (p *pass) numbered(id string) string {
	if _, err := strconv.Atoi(id); err == nil {
		return id
	}
	return p.say(id)
}
