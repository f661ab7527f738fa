package segment_test

import (
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/distill/segment"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A voice is a dialect in one variant.
type voice struct {
	codec   wire.Codec
	variant string
	spec.Features
}

// voices are all dialects in all variants that are streams of lines.
func voices() []voice {
	var all []voice
	for _, name := range dialects.GeneratedNames() {
		c, variant, err := dialects.Lookup(name)
		if err != nil || variant == "" && len(c.Variants()) > 0 {
			continue
		}
		if v := (voice{c, variant, c.Features(variant)}); !v.Document {
			all = append(all, v)
		}
	}
	return all
}

// A renaming gives a case's ids a prefix, and its root session the name of the
// whole stream's.
type renaming struct{ prefix, from, to string }

func (r renaming) session(id string) string {
	if id == r.from || id == "" {
		return r.to
	}
	var path []string
	for _, part := range strings.Split(id, "|") { // a path, in some dialects
		kind, own, named := strings.Cut(part, ":")
		if named {
			path = append(path, kind+":"+r.prefix+own)
		} else {
			path = append(path, r.prefix+part)
		}
	}
	return strings.Join(path, "|")
}

func (r renaming) name(ids ...*string) {
	for _, id := range ids {
		if *id != "" {
			*id = r.prefix + *id
		}
	}
}

func (r renaming) event(e *spec.Event) {
	if !e.Global {
		e.Session = r.session(e.Session)
	}
	if e.Parent.OK {
		e.Parent.ID = r.session(e.Parent.ID)
	}
	r.name(&e.ID, &e.Turn, &e.Message, &e.Call, &e.Wait, &e.ParentCall.ID)
	e.Retracts = slices.Clone(e.Retracts)
	for i := range e.Retracts {
		r.name(&e.Retracts[i])
	}
	e.Log = slices.Clone(e.Log)
	for i := range e.Log {
		r.name(&e.Log[i].ID)
	}
	e.Messages = slices.Clone(e.Messages)
	for i := range e.Messages {
		m := &e.Messages[i]
		r.name(&m.Message)
		m.Parts = slices.Clone(m.Parts)
		for j := range m.Parts {
			r.name(&m.Parts[j].Call)
		}
	}
}

// root is the session of the first event that is nobody's child's.
func root(events []spec.Event) string {
	for i := range events {
		if e := &events[i]; !e.Global && !e.Parent.OK && !e.ParentCall.OK {
			return e.Session
		}
	}
	return ""
}

// long is a stream of several cases, one behind the other, in one conversation.
func long(v *voice, l perform.Level, seed uint64, n int) spec.Stream {
	whole := spec.Stream{Features: v.Features, End: spec.EOF}
	record := 0
	for i := range n {
		c := (&perform.Generator{Size: 6}).Case(&v.Features, l, seed+uint64(i))
		r := renaming{prefix: "c" + strconv.Itoa(i) + "-", from: root(c.Stream.Events), to: "root"}
		if v.NamelessRoot {
			r.to = ""
		}
		last, silent := 0, ids.Silent(&v.Features, c.Stream.Events)
		for _, e := range c.Stream.Events {
			ids.Map(func(_ ids.Class, _, id string) string { return r.session(id) }).Texts(&e, silent)
			r.event(&e)
			if e.Record != last {
				record, last = record+1, e.Record
			}
			e.Record = record
			whole.Events = append(whole.Events, e)
		}
	}
	segment.Count(&v.Features, whole.Events)
	return whole
}

// cut are the segments of a stream, to keep.
func cut(s spec.Stream, o segment.Options) []*segment.Segment {
	var all []*segment.Segment
	keep := func(one *segment.Segment) error {
		all = append(all, one.Clone())
		return nil
	}
	c := segment.NewCutter(s.Features, o)
	for rest := s.Events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		Expect(c.Add(rest[:n], keep)).To(Succeed())
		rest = rest[n:]
	}
	Expect(c.End(s.End, keep)).To(Succeed())
	return all
}
