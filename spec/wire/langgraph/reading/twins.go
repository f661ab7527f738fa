package reading

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Twins are the calls of one description. free counts those that can be linked;
// the list holds others, too, until there is none.
type twins struct {
	free int
	list []*tracked
}

// complete reads the arguments if they are one JSON value, which is then whole.
func (f *family) complete(c *tracked) {
	args, err := scan.Parse(c.args, wire.MaxDepth)
	if err != nil {
		return
	}
	c.whole, c.spoilt, c.args = true, false, nil
	description, ok := args.Get(Delegation.Description).Text()
	if c.described = ok; ok {
		c.description = strings.Clone(description)
		c.agent = wire.Text(args.Get(Delegation.Argument))
	}
	f.list(c)
}

// list offers a call to the session that it makes, once it is known to be a
// delegation with a description.
func (f *family) list(c *tracked) {
	if !c.described || c.listed || c.abandoned || c.id == "" || !Delegation.Is(c.name) {
		return
	}
	t := f.twins[c.description]
	if t == nil {
		t = &twins{}
		f.twins[c.description] = t
	}
	c.listed = true
	t.free++
	t.list = append(t.list, c)
}

// taken keeps a call from being linked again.
func (f *family) taken(c *tracked) {
	if !c.listed {
		return
	}
	c.listed, c.described = false, false
	t := f.twins[c.description]
	if t.free--; t.free == 0 {
		delete(f.twins, c.description)
	}
}

// claim links a sub-session to the one delegation that its prompt can be of.
func (l links) claim(child, prompt string) (call, agent string, ok bool) {
	f := l.family(ParentOf(child))
	t := f.twins[prompt]
	if t == nil || t.free != 1 {
		return "", "", false
	}
	i := slices.IndexFunc(t.list, func(c *tracked) bool { return c.listed })
	c := t.list[i]
	f.taken(c)
	c.child = child
	return c.id, c.agent, true
}

// take links a sub-session to the call that the wire names.
func (l links) take(child, call string) (agent string) {
	f := l.family(ParentOf(child))
	c := f.byID[call]
	if c == nil {
		return ""
	}
	f.taken(c)
	c.child = child
	return c.agent
}
