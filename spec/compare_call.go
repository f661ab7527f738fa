package spec

var callEntries = entries[Call]{
	id:     func(c *Call) string { return c.ID },
	each:   (*differ).calls,
	unseen: (*differ).unseenCall,
	whole: func(d *differ, kind DifferenceKind, c *Call) {
		d.call = c.ID
		d.whole(kind, c)
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
	defer func() { d.call = "" }()
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
