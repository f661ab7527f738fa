package shrink

import "github.com/quock-dev/quock/spec"

// A size says how small a stream is: the first number that differs decides.
type size struct{ events, records, bytes, switches int }

func (a size) less(b size) bool {
	switch {
	case a.events != b.events:
		return a.events < b.events
	case a.records != b.records:
		return a.records < b.records
	case a.bytes != b.bytes:
		return a.bytes < b.bytes
	}
	return a.switches < b.switches
}

// measured is the size of a subject whose records are numbered from 1; the
// switches are not counted.
func measured(s *Subject) size {
	z := size{events: len(s.Stream.Events), records: s.Stream.Records()}
	for i := range s.Stream.Events {
		z.bytes += weight(&s.Stream.Events[i])
	}
	return z
}

// size is the size of a draft.
func (d *draft) size() size {
	z := size{events: len(d.nodes)}
	last := int32(0)
	for i := range d.nodes {
		n := &d.nodes[i]
		if i == 0 || n.group != d.nodes[i-1].group {
			z.records++
		}
		z.bytes += weight(n.e)
		if n.Session != 0 && last != 0 && n.Session != last {
			z.switches++
		}
		if n.Session != 0 {
			last = n.Session
		}
	}
	return z
}

// weight is how many bytes of an event are content, with one more for each
// field that could be left out.
func weight(e *spec.Event) int {
	n := texts(e.Text, e.Args, e.Error, e.StopReason, e.Agent, e.Name, string(e.Status))
	n += texts(string(e.Result), string(e.Metadata), string(e.Raw))
	n += len(e.Log) + len(e.Retracts)
	if e.Usage != nil {
		n++
	}
	if e.ID != "" {
		n++
	}
	if e.Slot != "" {
		n++
	}
	if e.Limit != nil {
		n += 1 + len(e.Limit.Window)
	}
	for i := range e.Messages {
		n += snapshotWeight(&e.Messages[i])
	}
	return n
}

func snapshotWeight(m *spec.Snapshot) int {
	n := 1 + texts(m.Agent, m.StopReason, string(m.Metadata))
	if m.Usage != nil {
		n++
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		n += 1 + texts(p.Text, p.Name, p.Args, string(p.Result), string(p.Metadata))
	}
	return n
}

func texts(all ...string) int {
	n := 0
	for _, s := range all {
		if s != "" {
			n += 1 + len(s)
		}
	}
	return n
}
