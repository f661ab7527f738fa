package cli_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
	"github.com/quock-dev/quock/runner/internal/cli"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// What is planted: credentials of every kind, and people.
const fakeSecrets, fakePeople = 200, 50

// A plot is a recorded stream with private things planted in it.
type plot struct {
	words     []string // what must not come out
	sentences []string // sentences with it
	records   [][]byte
	framing   wire.Framing
	next      int
	ids       map[string]string // what some ids became
}

// newPlot plants secrets and people in a stream of a dialect.
func newPlot(t *testing.T, dialect string) *plot {
	t.Helper()
	p := &plot{}
	for _, s := range fakes.Secrets(fakeSecrets, 1) {
		p.words, p.sentences = append(p.words, s.Text), append(p.sentences, s.Rendered)
	}
	for _, who := range fakes.People(fakePeople, 1) {
		p.words = append(p.words, who.First+" "+who.Last, who.Mail, who.Path, who.Phone)
		p.sentences = append(p.sentences, fmt.Sprintf("%s %s <%s> keeps it in %s, call %s", who.First, who.Last, who.Mail, who.Path, who.Phone))
	}
	p.grow(t, dialect, 1500)
	if p.next < 2*len(p.sentences) {
		t.Fatalf("%s: only %d places to plant in", dialect, p.next)
	}
	return p
}

// grow plants in texts, results, ids, keys and unknown fields of a stream.
func (p *plot) grow(t *testing.T, dialect string, events int) {
	t.Helper()
	p.records, p.next, p.ids = nil, 0, map[string]string{}
	codec, variant, err := dialects.Lookup(dialect)
	if err != nil {
		t.Fatal(err)
	}
	p.framing = codec.Framing(variant)
	var text bytes.Buffer
	if _, err := bulk.Write(&text, bulk.Options{Dialect: dialect, Events: events, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	r := wire.NewReader(&text, p.framing, wire.Limits{})
	for record, _, err := r.Next(); err == nil; record, _, err = r.Next() {
		p.records = append(p.records, p.insert(t, record.JSON))
	}
}

// insert puts the next sentences into a record: behind each text and result that
// is prose, and into a field that nobody knows, as a value and as a key.
func (p *plot) insert(t *testing.T, record []byte) []byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(record))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	v = p.within("", v)
	object, is := v.(map[string]any)
	if is && p.framing != wire.Lines { // a frame has no place for more
		inner, found := object["data"]
		if !found {
			inner = object["value"]
		}
		object, is = inner.(map[string]any)
	}
	if is {
		object["x_context"] = map[string]any{"user": p.sentence(), p.sentence(): 1, "nested": []any{p.sentence()}}
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (p *plot) sentence() string {
	p.next++
	return p.sentences[p.next%len(p.sentences)]
}

// prose are the keys of strings that are prose in some dialect.
var prose = map[string]bool{"text": true, "content": true, "thinking": true, "result": true, "aggregated_output": true, "output": true}

// names are the keys of strings that are ids in some dialect, whole those of
// arguments that come whole.
var (
	names = map[string]bool{"id": true, "call": true, "message": true, "session": true, "session_id": true, "tool_use_id": true, "turn": true, "uuid": true}
	whole = map[string]bool{"input": true, "args": true, "arguments": true}
)

// fakeIDs is how many ids become something private, everywhere.
const fakeIDs = 60

func (p *plot) within(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			v[k] = p.within(k, inner)
		}
		if whole[key] && len(v) > 0 {
			v[p.sentence()] = p.sentence()
		}
	case []any:
		for i, inner := range v {
			v[i] = p.within(key, inner)
		}
	case string:
		if names[key] && v != "" && p.ids[v] == "" && len(p.ids) < fakeIDs {
			word := p.words[len(p.ids)*7%len(p.words)]
			p.ids[v] = strings.ReplaceAll(word, " ", "_") + fmt.Sprint("-", len(p.ids))
		}
		if is := p.ids[v]; is != "" {
			return is
		}
		if prose[key] && len(v) > 1 && !strings.ContainsAny(v, `{}"\`) {
			return v + " " + p.sentence()
		}
	}
	return v
}

// write writes the stream to a file.
func (p *plot) write(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "trace.jsonl")
	text, err := wire.AppendAll(nil, p.framing, p.records)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// spellings are the ways to write a text that are searched for.
func spellings(text string) []string {
	b := []byte(text)
	all := []string{text, hex.EncodeToString(b), url.QueryEscape(text), url.PathEscape(text)}
	for shift := range 3 { // as part of a longer text in base64
		padded := append(make([]byte, shift), b...)
		code := base64.StdEncoding.EncodeToString(padded)
		from, to := (shift*8+5)/6, len(padded)*8/6
		all = append(all, code[from:to], strings.NewReplacer("+", "-", "/", "_").Replace(code[from:to]))
	}
	return all
}

// search fails the test where anything planted is in what came out.
func (p *plot) search(t *testing.T, where string, text []byte) {
	t.Helper()
	low := strings.ToLower(string(text))
	for _, word := range p.words {
		for _, spelling := range spellings(word) {
			if strings.Contains(low, strings.ToLower(spelling)) {
				t.Fatalf("%s holds something planted, written as %d characters", where, len(spelling))
			}
		}
	}
}

// TestNothingPrivateComesOut distills streams full of private things and looks
// for them in everything that is written or printed.
func TestNothingPrivateComesOut(t *testing.T) {
	all := []string{"neutral", "claudecode:partial", "langgraph:js", "codex", "agentc", "cagent:d1"}
	for _, dialect := range all[:nightly.Count(2, len(all))] {
		t.Run(strings.ReplaceAll(dialect, ":", "-"), func(t *testing.T) {
			t.Parallel()
			p := newPlot(t, dialect)
			name := p.write(t)
			into := filepath.Join(t.TempDir(), "fixtures")
			for _, args := range [][]string{
				{"distill", "--into", into, name},
				{"distill", "--into", into, "--breaks", "unlinked-child", name},
				{"distill", "--into", into, "--breaks", "produce/closed", name},
			} {
				var out, errs bytes.Buffer
				code := cli.Main(context.Background(), args, nil, &out, &errs)
				if code != 0 && args[3] == name {
					t.Errorf("%v ends with %d: %s", args[1:], code, errs.String())
				}
				p.search(t, "stdout", bytes.ReplaceAll(out.Bytes(), []byte(name), nil))
				p.search(t, "stderr", bytes.ReplaceAll(errs.Bytes(), []byte(name), nil))
			}
			searchTree(t, into, p.search)
		})
	}
}

// searchTree searches the names and texts of all files below a folder.
func searchTree(t *testing.T, dir string, search func(t *testing.T, where string, output []byte)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		search(t, "a file's name", []byte(d.Name()))
		search(t, "a file", text)
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("%d files: %v", files, err)
	}
}
