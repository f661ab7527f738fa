package openai

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// at is the item of a class that a slot means now, and which of its parts.
func (e *encoder) at(c class, slot string) (it *item, part int64) {
	base, rest, _ := strings.Cut(slot, ".")
	part, _ = strconv.ParseInt(rest, 10, 64)
	if e.now() == nil {
		return nil, part
	}
	items := e.now().items
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].class == c && items[i].slot == base {
			return items[i], part
		}
	}
	return nil, part
}

// indexOf is the position that a slot says.
func indexOf(e *spec.Event) (int64, error) {
	base, _, _ := strings.Cut(e.Slot, ".")
	n, err := strconv.ParseInt(base, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != base {
		return 0, wire.NotRepresentable(e, "Slot", "an output_index is a number")
	}
	return n, nil
}

// newID is the id of the next item.
func (w *writer) newID(prefix string) string {
	w.items++
	return prefix + strconv.Itoa(w.items)
}

// opening begins the event that opens an item.
func (w *writer) opening(index int64, kind, id string) {
	w.added(index)
	w.itemHead(kind, id)
}

// added begins the opening of an item up to the item.
func (w *writer) added(index int64) {
	w.open("response.output_item.added")
	if index != none && !(w.Forms.Has(unindexed) && w.now() != nil && index == int64(len(w.now().items))) {
		w.Number("output_index", index)
	}
	w.Key("item")
}

func (w *writer) itemHead(kind, id string) {
	w.Open('{')
	w.Optional("id", id)
	w.Member("type", kind)
}

// place writes the two keys of an item: its position, and its id. A form leaves the
// position out; another gives each event an id of its own.
func (w *writer) place(index int64, it *item) {
	if index != none && !(w.Forms.Has(unindexed) && it != nil && it.id != "") {
		w.Number("output_index", index)
	}
	switch {
	case it == nil || it.id == "":
	case w.Forms.Has(rotating) && !w.Forms.Has(unindexed) && index == it.index && w.now().newest(it.class, index) == it:
		w.Member("item_id", w.newID("item_"))
	default:
		w.Member("item_id", it.id)
	}
}

// text opens an item with an empty text, and goes on with any.
func (w *writer) text(e *spec.Event) error {
	index, err := indexOf(e)
	if err != nil {
		return err
	}
	c := spoken
	if e.Form == spec.Thought {
		c = thought
	}
	it, part := w.at(c, e.Slot)
	switch {
	case it == nil && e.Text == "":
		w.textOpens(index, c)
	case it == nil:
		w.delta(c, index, 0, nil, e.Text)
	case part == int64(len(it.parts)) && e.Text == "" && part > 0:
		w.partEdge(it, part, "added")
	default:
		w.delta(c, it.index, part, it, e.Text)
	}
	return nil
}

func (w *writer) textOpens(index int64, c class) {
	if c == thought {
		w.opening(index, "reasoning", w.newID("rs_"))
		w.Begin("summary", '[')
	} else {
		w.opening(index, "message", w.newID("msg_"))
		w.Member("status", "in_progress")
		w.Member("role", "assistant")
		w.Begin("content", '[')
	}
	w.Close(']')
	w.Close('}')
	w.close()
}

// names are how the events of a class's texts are called, and what counts its
// parts.
func (w *writer) textName(c class) (text, part, counter string) {
	switch {
	case c != thought:
		return "output_text", "content_part", "content_index"
	case w.Forms.Has(reasoned):
		return "reasoning_text", "content_part", "content_index"
	}
	return "reasoning_summary_text", "reasoning_summary_part", "summary_index"
}

func (w *writer) delta(c class, index, part int64, it *item, text string) {
	name, _, counter := w.textName(c)
	w.open("response." + name + ".delta")
	w.place(index, it)
	w.Number(counter, part)
	w.Member("delta", text)
	if w.Forms.Has(padded) {
		w.Member("obfuscation", "x7Qa")
	}
	w.close()
}

// partEdge begins or ends a part of a text.
func (w *writer) partEdge(it *item, part int64, edge string) {
	_, name, counter := w.textName(it.class)
	w.open("response." + name + "." + edge)
	w.place(it.index, it)
	w.Number(counter, part)
	w.Key("part")
	w.content(it, part)
	w.close()
}

// content is a part of a text as far as it streamed.
func (w *writer) content(it *item, part int64) {
	text := ""
	if part < int64(len(it.parts)) {
		text = string(it.parts[part].sofar)
	}
	kind := "output_text"
	if it.class == thought {
		name, _, _ := w.textName(thought)
		kind = strings.TrimPrefix(name, "reasoning_")
		if kind == "text" {
			kind = name
		}
	}
	w.Open('{')
	w.Member("type", kind)
	w.Member("text", text)
	if it.class == spoken {
		w.Begin("annotations", '[')
		w.Close(']')
	}
	w.Close('}')
}

// frame writes the next event that frames an item: the beginning of its part, the
// whole text, the end of the part, the end of the item.
func (w *writer) frame(e *spec.Event) error {
	it := w.framed(e.Slot)
	if it == nil {
		return wire.NotRepresentable(e, "Slot", "no item has it")
	}
	stage := w.stages[it]
	w.stages[it]++
	part := int64(max(len(it.parts)-1, 0))
	switch {
	case it.class == called && stage == 0 || it.class != called && stage == 3:
		w.itemEnds(it)
	case it.class == called:
		return wire.NotRepresentable(e, "Slot", "its call is closed")
	case stage == 0:
		w.partEdge(it, 0, "added")
	case stage == 1:
		name, _, counter := w.textName(it.class)
		w.open("response." + name + ".done")
		w.place(it.index, it)
		w.Number(counter, part)
		text := ""
		if len(it.parts) > 0 {
			text = string(it.parts[part].sofar)
		}
		w.Member("text", text)
		w.close()
	case stage == 2:
		w.partEdge(it, part, "done")
	default:
		w.annotate(it, "")
	}
	return nil
}

// annotate writes a note on the first part of an item's text.
func (w *writer) annotate(it *item, title string) {
	w.open("response.output_text.annotation.added")
	w.place(it.index, it)
	w.Number("content_index", 0)
	w.Number("annotation_index", 0)
	w.Begin("annotation", '{')
	w.Member("type", "url_citation")
	w.Member("title", title)
	w.Close('}')
	w.close()
}

// framed is the item at a slot, best one that is not closed.
func (w *writer) framed(slot string) *item {
	var found *item
	for _, c := range []class{spoken, thought, called} {
		it, _ := w.at(c, slot)
		if it != nil && (found == nil || found.done) {
			found = it
		}
	}
	return found
}

func (w *writer) itemEnds(it *item) {
	w.open("response.output_item.done")
	w.Number("output_index", it.index)
	w.Key("item")
	w.item(it)
	w.close()
}

// item writes all of an item.
func (w *writer) item(it *item) {
	switch it.class {
	case thought:
		w.itemHead("reasoning", it.id)
		w.Begin("summary", '[')
		if w.Forms.Has(reasoned) {
			w.Close(']')
			w.Begin("content", '[')
		}
		w.contents(it)
	case spoken:
		w.itemHead("message", it.id)
		w.Member("status", "completed")
		w.Member("role", "assistant")
		w.Begin("content", '[')
		w.contents(it)
	default:
		status := "completed"
		if !it.complete {
			status = "incomplete"
		}
		w.callItem(it.id, it.call, it.name, string(it.args), status)
	}
	w.Close('}')
}

func (w *writer) contents(it *item) {
	for i := range it.parts {
		w.content(it, int64(i))
	}
	w.Close(']')
}

func (w *writer) callItem(id, call, tool, args, status string) {
	kind := "function_call"
	w.itemHead(kind, id)
	w.Member("status", status)
	w.Member("arguments", args)
	w.Member("call_id", call)
	w.Member("name", tool)
}
