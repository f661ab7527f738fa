package spec

var callEntries = entries[Call]{
	id:   func(c *Call) string { return c.ID },
	each: (*differ).calls,
	whole: func(d *differ, kind DifferenceKind, c *Call) {
		d.call = c.ID
		d.whole(kind, c)
		d.call = ""
	},
}

// callSet matches calls by id alone, those of one id in order.
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
	diffString(d, "status", want.Status, got.Status)
	d.json("result", want.Result, got.Result)
	d.bool("is_error", want.IsError, got.IsError)
	if d.observes.Has(ObserveSessions) {
		d.sessionRef("child", want.Child, got.Child)
	}
	d.json("metadata", want.Metadata, got.Metadata)
}

// args compares bytes, or values where the wire carries only a value; arguments
// that are not complete only where they are not lacked.
func (d *differ) args(want, got *Call) {
	if want.Args == got.Args || want.ArgsOpen && d.observes.Lacks()&FieldPreviews != 0 {
		return
	}
	if want.ArgsValue && JSONEqual([]byte(want.Args), []byte(got.Args)) {
		return
	}
	diffString(d, "args", want.Args, got.Args)
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
