package relation

import (
	"encoding/json"

	"github.com/quock-dev/quock/spec"
)

// A history collects the pieces of one message.
type history struct {
	session string
	records []int // the records that contribute to it
	// plain reports whether the message consists of its pieces alone, and a
	// snapshot can represent what each piece adds.
	plain  bool
	closed int // the record that ends it, -1 before
	snap   spec.Snapshot
	calls  map[string]int // call id -> its part
	slots  map[string]int // slot and kind -> the part that was begun there last
	ended  map[string]bool
}

func newHistory(session, id string) *history {
	return &history{
		session: session, plain: true, closed: -1, snap: spec.Snapshot{Message: id, Role: "assistant"},
		calls: map[string]int{}, slots: map[string]int{}, ended: map[string]bool{},
	}
}

// add adds an event of record i that names the message.
func (t *history) add(i int, e *spec.Event) {
	if n := len(t.records); n == 0 || t.records[n-1] != i {
		t.records = append(t.records, i)
	}
	if t.snap.Agent == "" {
		t.snap.Agent = e.Agent
	}
	t.plain = t.piece(i, e) && t.plain
}

// piece reports whether the event was a plain piece.
func (t *history) piece(i int, e *spec.Event) bool {
	fits := t.closed < 0
	switch e.Kind {
	case spec.MessageOpen:
		return t.metadata(&t.snap.Metadata, e) && e.Role != "user" && fits
	case spec.Text:
		return t.text(e) && fits
	case spec.CallOpen:
		return t.call(e) && fits
	case spec.CallArgs:
		return t.args(e) && fits
	case spec.ArgsEnd:
		return t.argsEnd(e) && fits
	case spec.MessageClose:
		t.closed = i
		fallthrough
	case spec.UsageReport:
		return t.account(e) && fits
	}
	return false
}

func (t *history) account(e *spec.Event) bool {
	if e.Usage != nil {
		t.snap.Usage = e.Usage
	}
	if e.StopReason != "" {
		t.snap.StopReason = e.StopReason
	}
	return true
}

// metadata stores metadata. It returns false if there was metadata before.
func (t *history) metadata(have *json.RawMessage, e *spec.Event) bool {
	if len(e.Metadata) == 0 {
		return true
	}
	once := len(*have) == 0
	*have = e.Metadata
	return once
}

func (t *history) text(e *spec.Event) bool {
	if e.Text == "" && len(e.Metadata) == 0 {
		return true
	}
	kind := spec.TextPart
	if e.Form == spec.Thought {
		kind = spec.ThoughtPart
	}
	p := t.textPart(e.Slot, kind)
	p.Text += e.Text
	return t.metadata(&p.Metadata, e)
}

// textPart returns the part that a text continues, or a new one.
func (t *history) textPart(slot string, kind spec.PartKind) *spec.SnapshotPart {
	key := slot + " " + string(kind)
	at, known := t.slots[key]
	if n := len(t.snap.Parts); slot == "" {
		at, known = n-1, n > 0 && t.snap.Parts[n-1].Kind == kind && t.snap.Parts[n-1].Slot == ""
	}
	if !known {
		at = len(t.snap.Parts)
		t.slots[key] = at
		t.snap.Parts = append(t.snap.Parts, spec.SnapshotPart{Kind: kind, Slot: slot})
	}
	return &t.snap.Parts[at]
}

func (t *history) call(e *spec.Event) bool {
	if at, known := t.calls[e.Call]; known {
		p := &t.snap.Parts[at]
		return e.Name == p.Name && e.Slot == p.Slot && e.Args == "" && len(e.Metadata) == 0
	}
	t.slots[e.Slot+" call"] = len(t.snap.Parts)
	t.calls[e.Call] = len(t.snap.Parts)
	t.snap.Parts = append(t.snap.Parts, spec.SnapshotPart{
		Kind: spec.CallPart, Slot: e.Slot, Call: e.Call, Name: e.Name, Metadata: e.Metadata,
	})
	return e.Call != "" && e.Name != "" && e.Args == ""
}

// owner returns the call of a fragment, nil if the call is not clear.
func (t *history) owner(e *spec.Event) *spec.SnapshotPart {
	at, known := t.calls[e.Call]
	if e.Call == "" && e.Slot != "" {
		at, known = t.slots[e.Slot+" call"]
	}
	if !known {
		return nil
	}
	return &t.snap.Parts[at]
}

func (t *history) args(e *spec.Event) bool {
	if e.Text == "" {
		return true
	}
	p := t.owner(e)
	if p == nil {
		return false
	}
	p.Args += e.Text
	return !t.ended[p.Call]
}

func (t *history) argsEnd(e *spec.Event) bool {
	p := t.owner(e)
	if p == nil {
		return false
	}
	t.ended[p.Call] = true
	return true
}

// orderly reports whether the parts have the order of a snapshot without slots:
// thought, text, then parts with a slot and calls.
func (t *history) orderly() bool {
	before := -1
	for i := range t.snap.Parts {
		p := &t.snap.Parts[i]
		rank := 2
		if p.Kind != spec.CallPart && p.Slot == "" {
			rank = map[spec.PartKind]int{spec.ThoughtPart: 0, spec.TextPart: 1}[p.Kind]
		}
		if rank < before || rank == before && rank < 2 {
			return false
		}
		before = rank
	}
	return true
}
