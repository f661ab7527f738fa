package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
	"github.com/quock-dev/quock/runner/internal/cli"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// TestNothingDecodes distills streams with words that are written in private
// use, tags, zero-width characters, variation selectors, punctuation, white space
// and Morse, and tries to read them out of everything that is written or printed.
func TestNothingDecodes(t *testing.T) {
	for _, dialect := range everyDialect(t, "neutral", "langgraph:js") {
		t.Run(strings.ReplaceAll(dialect, ":", "-"), func(t *testing.T) {
			t.Parallel()
			p, words := newCodedPlot(t, dialect)
			name := p.write(t)
			into := filepath.Join(t.TempDir(), "fixtures")
			for _, args := range [][]string{
				{"distill", "--into", into, "--covers", name},
				{"distill", "--into", into, "--fails", name, "--", "null", "empty-transcript"},
				{"distill", "--into", into, "--fails", name, "--", "broken", "identity-index-only"},
			} {
				var out, errs bytes.Buffer
				code := cli.Main(context.Background(), args, nil, &out, &errs)
				if code != 0 && args[3] == "--covers" {
					t.Errorf("%v ends with %d: %s", args[1:], code, errs.String())
				}
				words.search(t, "stdout", bytes.ReplaceAll(out.Bytes(), []byte(name), nil))
				words.search(t, "stderr", bytes.ReplaceAll(errs.Bytes(), []byte(name), nil))
			}
			searchTree(t, into, words.search)
		})
	}
}

// everyDialect is the named ones by day, and by night all that have streams, however
// they are framed.
func everyDialect(t *testing.T, few ...string) []string {
	if !nightly.On() {
		return few
	}
	var all []string
	for _, c := range dialects.Generated() {
		for _, variant := range append(c.Variants(), "") {
			if f := c.Features(variant); !f.Document && (variant != "" || len(c.Variants()) == 0) {
				all = append(all, f.Dialect)
			}
		}
	}
	return all
}

type coded []fakes.Coded

// newCodedPlot plants each word alone and in a sentence.
func newCodedPlot(t *testing.T, dialect string) (*plot, coded) {
	t.Helper()
	p, words := &plot{}, coded(fakes.CodedWords(nightly.Count(30, 200), 5))
	for _, w := range words {
		p.words, p.sentences = append(p.words, w.Text), append(p.sentences, w.Text, "it is "+w.Text+" and more")
	}
	for events := nightly.Count(200, 400); p.next < len(p.sentences); events *= 2 {
		p.grow(t, dialect, events)
	}
	if missed := words.missing(bytes.Join(p.records, []byte("\n"))); len(missed) > len(words)/20 {
		t.Fatalf("%s: of what is planted %q cannot be read to begin with", dialect, missed)
	}
	return p, words
}

// strings are all keys and strings of an output, also of JSON in strings, and all
// of it in one.
func stringsIn(output []byte) []string {
	var all []string
	var within func(v any)
	lines := func(text string) {
		for line := range strings.Lines(text) {
			var v any
			if json.Unmarshal([]byte(line), &v) != nil {
				v = line
			}
			if s, is := v.(string); is {
				all = append(all, s)
			} else {
				within(v)
			}
		}
	}
	within = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				within(key)
				within(value)
			}
		case []any:
			for _, value := range v {
				within(value)
			}
		case string:
			all = append(all, v)
			if strings.ContainsAny(v, "{[") {
				lines(v)
			}
		}
	}
	lines(string(output))
	return append(all, strings.Join(all, ""))
}

// missing are the words that nobody can read in an output.
func (c coded) missing(output []byte) (missing []string) {
	texts, read := stringsIn(output), map[string]string{}
	for _, code := range fakes.Codes() {
		var b strings.Builder
		for _, text := range texts {
			for _, one := range code.Read(text) {
				b.WriteString(one + "\n")
			}
		}
		read[code.Name] = b.String()
	}
	for _, w := range c {
		if !strings.Contains(read[w.Name], w.Word) {
			missing = append(missing, w.Name+" "+w.Word)
		}
	}
	return missing
}

func (c coded) search(t *testing.T, where string, output []byte) {
	t.Helper()
	if n := len(c) - len(c.missing(output)); n > 0 {
		t.Errorf("%s: %d of what was planted can be read in it", where, n)
	}
}
