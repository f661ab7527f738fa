package writing

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A chunking is one fragment of a message in the making.
type chunking struct {
	e       *encoder
	session *written
	message *writing
	texts   []*spec.Event
	parts   []part
	out     writtenChunk
}

// A part is an element of tool_call_chunks before it is written.
type part struct {
	slot, call, name, args string
	opens                  bool
}

// chunk writes a fragment of one message: texts, then parts of calls, then its
// end or its usage. The agent is that of the record's text or announcement,
// else of the message.
func (e *encoder) chunk(events []spec.Event) (*outcome, error) {
	first := &events[0]
	c := &chunking{e: e, session: e.session(first.Session)}
	c.message = c.session.writing(first.Message)
	for i := range events {
		if err := c.add(&events[i]); err != nil {
			return nil, err
		}
	}
	c.finish(first.Message)
	return e.spoke(first.Session, first.Message, c.message, c.out), nil
}

func (c *chunking) add(ev *spec.Event) error {
	switch ev.Kind {
	case spec.Text:
		c.message.agent = ev.Agent
		c.texts = append(c.texts, ev)
	case spec.CallOpen:
		c.message.agent = ev.Agent
		c.session.announced(ev.Call, ev.Name, ev.Message)
		c.parts = append(c.parts, part{slot: ev.Slot, call: ev.Call, name: ev.Name, opens: true})
	case spec.CallArgs:
		c.arguments(ev)
	case spec.MessageClose, spec.UsageReport:
		c.out.Usage = usage(ev.Usage)
		c.out.Response.FinishReason = ev.StopReason
		if ev.Kind == spec.MessageClose && ev.StopReason == "" {
			c.out.Position = "last"
		}
	default:
		return fmt.Errorf("%s: no fragment of a message says it", ev.Kind)
	}
	return nil
}

// arguments that follow their call's announcement are in its element.
func (c *chunking) arguments(ev *spec.Event) {
	if n := len(c.parts); n > 0 {
		last := &c.parts[n-1]
		if last.opens && last.args == "" && last.slot == ev.Slot && (ev.Call == "" || ev.Call == last.call) {
			last.args = ev.Text
			return
		}
	}
	c.parts = append(c.parts, part{slot: ev.Slot, call: ev.Call, args: ev.Text})
}

func usage(u *spec.Usage) *writtenUsage {
	if u == nil {
		return nil
	}
	return &writtenUsage{u.Input, u.Output, u.Input + u.Output}
}

// finish writes what was gathered.
func (c *chunking) finish(id string) {
	c.out.ID, c.out.Type = id, "ai"
	if c.e.python {
		c.out.Type = "AIMessageChunk"
	}
	for _, p := range c.parts {
		c.out.Chunks = append(c.out.Chunks, c.e.part(p))
		p.view(&c.out.Calls, &c.out.Invalid)
	}
	c.out.Content = c.content()
}

// content is a string, or blocks where a slot numbers them: then they repeat
// the calls, too, as providers with numbered blocks do.
func (c *chunking) content() any {
	for _, t := range c.texts {
		c.message.blocks = c.message.blocks || t.Slot != ""
	}
	if !c.message.blocks && len(c.texts) < 2 {
		if len(c.texts) == 0 {
			return ""
		}
		if c.e.python && c.e.Forms.Has(classes) {
			return []string{c.texts[0].Text}
		}
		return c.texts[0].Text
	}
	blocks := []writtenBlock{}
	for _, t := range c.texts {
		blocks = append(blocks, writtenBlock{Type: "text", Text: &t.Text, Index: index(t.Slot)})
	}
	for i := range c.parts {
		if c.message.blocks {
			blocks = append(blocks, c.parts[i].block())
		}
	}
	return blocks
}

func (p *part) block() writtenBlock {
	if p.opens {
		return writtenBlock{Type: "tool_use", ID: p.call, Name: p.name, Input: &p.args, Index: index(p.slot)}
	}
	return writtenBlock{Type: "input_json_delta", Input: &p.args, Index: index(p.slot)}
}

func (e *encoder) part(p part) writtenPart {
	out := writtenPart{Type: "tool_call_chunk", Args: p.args, Index: index(p.slot)}
	if p.name != "" {
		out.Name = quoted(p.name)
	}
	if p.call != "" {
		out.ID = quoted(p.call)
	}
	if e.python {
		for _, field := range []*jsontext.Value{&out.Name, &out.ID, &out.Index} {
			if *field == nil {
				*field = jsontext.Value("null")
			}
		}
	}
	return out
}

// view adds the library's parsed view of one element alone: {} for a call that
// begins, and an error for every fragment.
func (p *part) view(calls *[]writtenCall, invalid *[]writtenInvalid) {
	args := strings.TrimSpace(p.args)
	if args == "" {
		args = "{}"
	}
	if v, err := scan.Parse([]byte(args), wire.MaxDepth); err == nil && v.Kind() == '{' {
		*calls = append(*calls, writtenCall{p.name, jsontext.Value(args), p.call, "tool_call"})
		return
	}
	*invalid = append(*invalid, writtenInvalid{p.name, p.args, p.call, "Malformed args.", "invalid_tool_call"})
}
