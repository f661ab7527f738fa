package reading

import "github.com/quock-dev/quock/spec"

// again finds the call that is announced again, nil if it is a new one. A call
// with a used id is new in another message, and where the arguments of the
// older one were complete and its name comes again at another slot. One that
// is answered already stays so.
func (f *family) again(m *spoken, e *spec.Event) *tracked {
	c := f.byID[e.Call]
	done := f.done[e.Call]
	switch ok := done.number > c.announced(); {
	case e.Call == "" || c == nil && !ok:
		return m.unnamed(e)
	case ok && done.message == e.Message:
		return &tracked{id: e.Call, name: e.Name, message: e.Message, whole: true, over: true}
	case ok || c.message != e.Message:
		return nil
	case (c.whole || m.ended) && e.Name != "" && e.Slot != "" && e.Slot != c.slot:
		return nil
	}
	return c
}

// unnamed finds the call of the slot whose id, or more, was still to come.
func (m *spoken) unnamed(e *spec.Event) *tracked {
	c := m.slots[e.Slot]
	if e.Slot == "" || c == nil || c.whole || m.ended || c.over {
		return nil
	}
	if e.Call != "" && (c.id != "" || c.name != "" && e.Name != "" && c.name != e.Name) {
		return nil
	}
	return c
}

// name takes in id and name. They are set once.
func (f *family) name(c *tracked, e *spec.Event) {
	if c.name == "" {
		c.name = e.Name
	}
	if c.id == "" && e.Call != "" {
		c.id = e.Call
		f.hold(c)
	}
	f.list(c)
}

// add follows a new call.
func (f *family) add(id, name, message string) *tracked {
	f.calls++
	c := &tracked{id: id, name: name, message: message, number: f.calls}
	f.hold(c)
	return c
}

// announced is the call's number, 0 for none.
func (c *tracked) announced() int {
	if c == nil {
		return 0
	}
	return c.number
}

// hold makes a call the newest of its id. The older ones stay open.
func (f *family) hold(c *tracked) {
	if c.id != "" {
		c.older, f.byID[c.id] = f.byID[c.id], c
	}
}

// of finds the newest call of an id in a message that is not answered.
func (f *family) of(id, message string) *tracked {
	c := f.byID[id]
	for c != nil && c.message != message {
		c = c.older
	}
	return c
}
