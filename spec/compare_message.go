package spec

var messageEntries = entries[Message]{
	id:     func(m *Message) string { return m.ID },
	alike:  (*differ).spoken,
	each:   (*differ).messages,
	whole:  (*differ).wholeMessage,
	unseen: (*differ).unseenMessage,
}

// messages compares two messages with their parts and calls.
func (d *differ) messages(want, got *Message) {
	d.message = either(want.ID, got.ID)
	w, g := d.wantAt, d.gotAt
	d.wantAt, d.gotAt = want.At, got.At
	defer func() { d.message, d.part, d.wantAt, d.gotAt = "", ObserveMessages, w, g }()
	if want.ID != "" {
		diffString(d, "id", want.ID, got.ID)
	}
	if d.observes.Has(ObserveTurns) && want.Turn != got.Turn {
		d.field("turn", want.Turn, got.Turn, false, false)
	}
	diffString(d, "role", want.Role, got.Role)
	d.optional("agent", want.Agent, got.Agent)
	if !d.lacks(FieldComplete) {
		d.bool("complete", want.Complete, got.Complete)
	}
	d.optional("stop_reason", want.StopReason, got.StopReason)
	d.usage(want.Usage, got.Usage)
	d.json("metadata", want.Metadata, got.Metadata)
	d.messageItems(want, got)
}

// spoken compares who says what: a message whose figures, end or agent are wrong is
// that message still, and not one that is missing beside another that is extra.
func (d *differ) spoken(want, got *Message) {
	diffString(d, "role", want.Role, got.Role)
	d.messageItems(want, got)
}

func (d *differ) messageItems(want, got *Message) {
	if d.observes.Has(ObserveCalls) {
		want = d.asSeen(want, got)
		sequence(d, "parts", want.Parts, got.Parts, partEntries)
		d.part = ObserveCalls
		sequence(d, "calls", want.Calls, got.Calls, callEntries)
		return
	}
	sequence(d, "parts", withoutCalls(want.Parts), withoutCalls(got.Parts), partEntries)
}

// wholeMessage says of a message, and of each call on it, that it is missing
// or extra.
func (d *differ) wholeMessage(kind DifferenceKind, m *Message) {
	d.message = m.ID
	defer func() { d.message, d.part = "", ObserveMessages }()
	bare := *m
	bare.Calls = nil
	d.wholeFrom(kind, &bare, m.At)
	if !d.enter(ObserveCalls) {
		return
	}
	var none []Call
	if kind == Missing {
		sequence(d, "calls", m.Calls, none, callEntries)
	} else {
		sequence(d, "calls", none, m.Calls, callEntries)
	}
}

func withoutCalls(parts []Part) []Part {
	for i := range parts {
		if parts[i].Kind == CallPart {
			return filter(parts, func(p *Part) bool { return p.Kind != CallPart })
		}
	}
	return parts
}

func filter[T any](list []T, keep func(*T) bool) []T {
	kept := make([]T, 0, len(list))
	for i := range list {
		if keep(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

var callEntries = entries[Call]{
	id:     func(c *Call) string { return c.ID },
	each:   (*differ).calls,
	unseen: (*differ).unseenCall,
	whole: func(d *differ, kind DifferenceKind, c *Call) {
		d.call = c.ID
		d.wholeFrom(kind, c, c.At)
		d.call = ""
	},
}

// callSet matches calls by id alone. Calls of one id match in order.
var callSet = set[Call]{
	entries: callEntries,
	label:   func(d *differ, c *Call) { d.key(c.ID) },
	like: []func(d *differ, w, g *Call) bool{
		func(_ *differ, w, g *Call) bool { return w.ID == g.ID },
		func(_ *differ, w, _ *Call) bool { return w.ID == "" },
	},
}

// calls compares two calls.
func (d *differ) calls(want, got *Call) {
	d.call = either(want.ID, got.ID)
	w, g := d.wantAt, d.gotAt
	d.wantAt, d.gotAt = want.At, got.At
	defer func() { d.call, d.wantAt, d.gotAt = "", w, g }()
	if want.ID != "" {
		diffString(d, "id", want.ID, got.ID)
	}
	diffString(d, "name", want.Name, got.Name)
	d.args(want, got)
	d.status(want, got)
	d.json("result", want.Result, got.Result)
	d.isError(want, got)
	if d.observes.Has(ObserveSessions) && !d.unlisted(want.Child) {
		d.sessionRef("child", want.Child, got.Child)
	}
	d.json("metadata", want.Metadata, got.Metadata)
}

var partEntries = entries[Part]{
	each: func(d *differ, w, g *Part) {
		diffString(d, "kind", w.Kind, g.Kind)
		diffString(d, "text", w.Text, g.Text)
		if i, j := position(w.Call), position(g.Call); i != j {
			d.field("call", w.Call, g.Call, i < 0, j < 0)
		}
		d.json("metadata", w.Metadata, g.Metadata)
	},
}

func position(i *int) int {
	if i == nil {
		return -1
	}
	return *i
}

func either(want, got string) string {
	if want != "" {
		return want
	}
	return got
}
