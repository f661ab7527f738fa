package transport_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/quock-dev/quock/fuzz/transport"
	"github.com/quock-dev/quock/spec/wire"
)

// FuzzDraw makes plans from arbitrary choices. A harmless plan must give the
// same records, a hostile one must end, and each must survive JSON.
func FuzzDraw(f *testing.F) {
	var speeches []speech
	for _, variant := range all() {
		speeches = append(speeches, slices.MinFunc(variant, func(a, b speech) int { return len(a.records) - len(b.records) }))
	}
	for i := range speeches {
		f.Add(uint8(i), []byte{3, 1, 255, 255, 200, 255, 3, 0, 1, 2, 3, 4}, i%2 == 0)
		f.Add(uint8(i), []byte{1, 2, 200, 1, 255, 9, 9}, i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, which uint8, choices []byte, hostile bool) {
		s := speeches[int(which)%len(speeches)]
		p := chosen(s.text, choices, hostile)
		sent := s.text.Apply(&p)
		got, problems := s.received(sent)
		if !p.Hostile() && (len(problems) > 0 || !reflect.DeepEqual(got, values(s.records))) {
			t.Fatalf("%s: %s: %v", s.codec.Name(), p, problems)
		}
		if len(got)+len(problems) < sent.Complete {
			t.Fatalf("%s: %s: only %d records and %d problems", s.codec.Name(), p, len(got), len(problems))
		}
		text, err := json.Marshal(p)
		var back transport.Plan
		if err != nil || json.Unmarshal(text, &back) != nil || back.String() != p.String() {
			t.Fatalf("%s comes back as %s", p, back)
		}
	})
}

// FuzzReader reads arbitrary bytes in each framing, cut in two ways. Records
// and problems must be the same.
func FuzzReader(f *testing.F) {
	f.Add(uint8(1), []byte("event: a\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n"))
	f.Add(uint8(0), []byte("\ufeff{\"a\":\"\u2028\"}\r\n{"))
	f.Fuzz(func(t *testing.T, framing uint8, text []byte) {
		read := func(sent *transport.Sent) (all []string) {
			r := wire.NewReader(reader(sent), wire.Framing(framing%4), wire.Limits{Line: 1 << 16})
			for {
				record, problem, err := r.Next()
				if err != nil {
					return all
				}
				all = append(all, string(record.JSON)+problemText(problem))
			}
		}
		one := transport.Text{Framing: transport.Framing(framing % 4), Records: [][]byte{append(text, '\n')}}
		whole, cut := read(one.Apply(&transport.Plan{})), read(one.Apply(&transport.Plan{Cuts: transport.Cuts{Bytes: true}}))
		if !reflect.DeepEqual(whole, cut) {
			t.Fatalf("%q whole, %q in bytes", whole, cut)
		}
	})
}

func problemText(p *wire.Problem) string {
	if p == nil {
		return ""
	}
	return p.String()
}
