// Package distilltest has recordings for tests.
//
// Goals: recordings of every size, in memory, the same each time.
//
// Non-goals: use outside of tests. What cannot be made panics.
package distilltest

import (
	"bytes"
	"fmt"
	"iter"
	"strings"

	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// Recording is a recorded stream in memory.
func Recording(dialect string, text []byte) *distill.Recording {
	c, variant, err := dialects.Lookup(dialect)
	if err != nil {
		panic(err)
	}
	return &distill.Recording{
		Dialect: dialect,
		Batches: func() iter.Seq2[wire.Batch, error] {
			return wire.Decode(c, variant, bytes.NewReader(text), wire.Limits{})
		},
		Cause: func() spec.Cause { return spec.EOF },
	}
}

// Lines is a recording of the neutral dialect.
func Lines(all ...string) *distill.Recording {
	return Recording("neutral", []byte(strings.Join(all, "\n")+"\n"))
}

// Bulk is a generated recording of so many events at least.
func Bulk(dialect string, o bulk.Options) *distill.Recording {
	var text bytes.Buffer
	o.Dialect = dialect
	if _, err := bulk.Write(&text, o); err != nil {
		panic(err)
	}
	return Recording(dialect, text.Bytes())
}

// Faulty is a generated recording with one fault in its middle.
func Faulty(dialect string, events int, fault string) *distill.Recording {
	return Bulk(dialect, bulk.Options{Events: events, Seed: 1, Faults: []bulk.Fault{{Rule: fault}}})
}

// Turn is one open turn of so many messages.
func Turn(messages int) []string {
	all := []string{`{"kind":"turn.start","session":"s","turn":"1"}`}
	for i := range messages {
		all = append(all, fmt.Sprintf(`{"kind":"text","session":"s","message":"m%d","text":"word %d"}`, i, i))
	}
	return all
}

// Turns are so many turns of one message each, some of which have other words.
func Turns(n int, words map[int]string) []string {
	var all []string
	for i := range n {
		text := words[i]
		if text == "" {
			text = fmt.Sprint("turn ", i)
		}
		all = append(all,
			fmt.Sprintf(`{"kind":"turn.start","session":"s","turn":"t%d"}`, i),
			fmt.Sprintf(`{"kind":"message.open","session":"s","message":"m%d","role":"assistant"}`, i),
			fmt.Sprintf(`{"kind":"text","session":"s","message":"m%d","text":"%s"}`, i, text),
			fmt.Sprintf(`{"kind":"message.close","session":"s","message":"m%d"}`, i),
			fmt.Sprintf(`{"kind":"turn.end","session":"s","turn":"t%d"}`, i),
		)
	}
	return all
}
