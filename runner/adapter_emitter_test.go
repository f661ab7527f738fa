package runner_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/nightly"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A teller is an adapter that reads with the model, and tells at the end what
// was said, in a protocol of the AI SDK. It says all that the input means and
// that protocol has words for: whatever is held against it, the two do not
// share.
type emitter struct {
	in, out   string
	flattened bool
	label     string
}

func (a *emitter) Hello() probe.HelloReply {
	h := probe.HelloReply{Probe: probe.Version, Name: "teller", Role: probe.Adapter, Dialects: []string{a.in}, Outputs: []string{a.out}, Policies: map[string]string{}}
	if a.flattened {
		h.Policies["children"] = spec.ChildrenFlattened
	}
	if a.label != "" {
		h.Policies["label"] = a.label
	}
	return h
}

func (a *emitter) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	codec, variant, err := dialects.Lookup(req.Dialect)
	if err != nil {
		return nil, err
	}
	s := spec.Stream{Features: codec.Features(variant), End: map[probe.End]spec.Cause{"": spec.EOF, probe.EOF: spec.EOF, probe.Cut: spec.Cut}[req.End]}
	decoder := codec.NewDecoder(variant)
	for _, record := range req.Events {
		s.Events, _ = decoder.Decode(s.Events, record)
	}
	t := model.Run(s, spec.Policies{HeldAttach: "open", ArgumentsComplete: "value"})
	one := &emission{emitter: a, used: map[string]bool{}, done: map[*spec.Message]bool{}, words: v4Words{}}
	if a.out != "aisdk:v4" {
		one.words = v5Words{}
	}
	one.transcript(&t)
	o := &probe.Output{}
	for _, record := range one.records {
		text, err := json.Marshal(record)
		Expect(err).NotTo(HaveOccurred())
		o.Events = append(o.Events, text)
	}
	return &probe.RunReply{Output: o}, nil
}

type object = map[string]any

// words are how a protocol says things.
type words interface {
	start() []object
	message(id string) object
	text(p *spec.Part, n int, meta object) []object
	opens(id string, c *spec.Call, meta object) object
	args(id string, c *spec.Call) object
	result(id string, c *spec.Call) object
	closes(m *spec.Message) object
	completes(t *spec.Turn) object
	fails(t *spec.Turn) object
}

// A telling is one stream.
type emission struct {
	*emitter
	words   words
	records []object
	used    map[string]bool
	done    map[*spec.Message]bool
	texts   int
}

func (a *emission) say(records ...object) { a.records = append(a.records, records...) }

// transcript tells the root, turn by turn, and the others where they began.
func (a *emission) transcript(t *spec.Transcript) {
	var root *spec.Session
	var children []*spec.Session
	for i := range t.Sessions {
		s := &t.Sessions[i]
		if root == nil && s.Parent == nil && s.ParentCall == nil {
			root = s
		} else if a.flattened {
			children = append(children, s)
		}
	}
	if root == nil || len(root.Turns) == 0 { // then only how it ended is told
		root = &spec.Session{Turns: []spec.Turn{{Status: map[spec.Outcome]spec.Status{spec.OutcomeUnknown: spec.Completed}[t.Outcome]}}}
	}
	for n := range root.Turns {
		before, last := len(a.records), n == len(root.Turns)-1
		until := math.MaxInt
		if !last {
			until = root.Turns[n+1].At
		}
		a.turn(root, n, children, until)
		if last {
			for _, s := range append([]*spec.Session{root}, children...) {
				a.loose(s)
			}
		}
		if len(a.records) > before || last && before == 0 || len(a.words.start()) > 0 {
			a.end(&root.Turns[n], before)
		}
	}
}

// turn tells a turn of the root and, of the other sessions, what began before the
// next one and was not told: in the order in which the messages began.
func (a *emission) turn(root *spec.Session, n int, children []*spec.Session, until int) {
	type one struct {
		session *spec.Session
		message *spec.Message
	}
	var all []one
	for _, s := range append([]*spec.Session{root}, children...) {
		for i := range s.Messages {
			m := &s.Messages[i]
			if now := s == root && m.Turn == n || s != root && m.At < until; now && !a.done[m] {
				all = append(all, one{s, m})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y one) int { return x.message.At - y.message.At })
	for _, o := range all {
		a.done[o.message] = true
		if m := o.message; m.Role == "assistant" && len(m.Parts) > 0 {
			a.message(o.session, m)
		}
	}
}

// loose tells what no message of a session has.
func (a *emission) loose(s *spec.Session) {
	loose := append(append([]spec.Call{}, s.Held...), s.Abandoned...)
	if len(loose) == 0 {
		return
	}
	a.say(a.words.message(a.unique("loose")))
	for i := range loose {
		a.call(&loose[i], "")
	}
	a.say(a.words.closes(&spec.Message{}))
}

// end puts the turn's start before what was told of it, and its end behind.
func (a *emission) end(turn *spec.Turn, before int) {
	emitted := append(a.words.start(), a.records[before:]...)
	a.records = append(a.records[:before], emitted...)
	if turn.Status == spec.Waiting || turn.Status == spec.Completed {
		a.say(a.words.completes(turn))
		return
	}
	a.say(a.words.fails(turn))
}

func (a *emission) unique(id string) string {
	for n, wanted := 2, id; a.used[id] || len(id) < 2; n++ {
		id = fmt.Sprintf("%s~%d", wanted, n)
	}
	a.used[id] = true
	return id
}

func (a *emission) message(s *spec.Session, m *spec.Message) {
	agent := ""
	if m.Agent != nil {
		agent = *m.Agent
	} else if s.Agent != nil {
		agent = *s.Agent
	}
	a.say(a.words.message(a.unique("m" + m.ID)[1:]))
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Kind == spec.CallPart {
			a.call(&m.Calls[*p.Call], agent)
			continue
		}
		a.texts++
		a.say(a.words.text(p, a.texts, a.metadata(p.Metadata, agent))...)
	}
	if m.Complete {
		a.say(a.words.closes(m))
	}
}

// metadata puts who speaks, and what metadata there is, under keys of their own.
func (a *emission) metadata(raw json.RawMessage, agent string) object {
	meta := object{}
	if len(raw) > 0 {
		meta["input"] = raw
	}
	if agent != "" && a.label != "" {
		meta["who"] = object{"agent": agent}
	}
	return meta
}

func (a *emission) call(c *spec.Call, agent string) {
	id := a.unique("c" + c.ID)[1:]
	a.say(a.words.opens(id, c, a.metadata(c.Metadata, agent)), a.words.args(id, c))
	if len(c.Result) > 0 || c.Status == spec.Done || c.Status == spec.Failed || c.Status == spec.Denied {
		a.say(a.words.result(id, c))
	}
}

// isObject reports whether arguments are what both protocols can repeat.
func isObject(args string) bool {
	var members map[string]json.RawMessage
	return json.Unmarshal([]byte(args), &members) == nil && members != nil
}

func orNull(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

func orElse(word *string, otherwise string) string {
	if word == nil {
		return otherwise
	}
	return *word
}

type v4Words struct{}

func coded(code string, value any) object { return object{"code": code, "value": value} }

func (v4Words) start() []object          { return nil }
func (v4Words) message(id string) object { return coded("f", object{"messageId": id}) }

func (v4Words) text(p *spec.Part, _ int, _ object) []object {
	return []object{coded(map[spec.PartKind]string{spec.TextPart: "0", spec.ThoughtPart: "g"}[p.Kind], p.Text)}
}

func (v4Words) opens(id string, c *spec.Call, _ object) object {
	return coded("b", object{"toolCallId": id, "toolName": c.Name})
}

func (v4Words) args(id string, c *spec.Call) object {
	if !isObject(c.Args) {
		return coded("c", object{"toolCallId": id, "argsTextDelta": c.Args})
	}
	return coded("9", object{"toolCallId": id, "toolName": c.Name, "args": json.RawMessage(c.Args)})
}

func (v4Words) result(id string, c *spec.Call) object {
	return coded("a", object{"toolCallId": id, "result": orNull(c.Result)})
}

func (v4Words) closes(m *spec.Message) object {
	return coded("e", figures(object{"finishReason": orElse(m.StopReason, "unknown")}, m.Usage))
}

func (v4Words) completes(t *spec.Turn) object {
	return coded("d", figures(object{"finishReason": orElse(t.StopReason, "stop")}, t.Usage))
}

func (v4Words) fails(t *spec.Turn) object { return coded("3", orElse(t.Error, "")) }

func figures(o object, u *spec.Usage) object {
	if u != nil {
		o["usage"] = object{"promptTokens": u.Input, "completionTokens": u.Output}
	}
	return o
}

type v5Words struct{}

func chunk(kind string, o object, meta object) object {
	o["type"] = kind
	if len(meta) > 0 {
		o["providerMetadata"] = meta
	}
	return o
}

func (v5Words) start() []object       { return []object{chunk("start", object{}, nil)} }
func (v5Words) message(string) object { return chunk("start-step", object{}, nil) }

func (v5Words) text(p *spec.Part, n int, meta object) []object {
	kind, id := map[spec.PartKind]string{spec.TextPart: "text", spec.ThoughtPart: "reasoning"}[p.Kind], fmt.Sprintf("t%d", n)
	return []object{
		chunk(kind+"-start", object{"id": id}, meta), chunk(kind+"-delta", object{"id": id, "delta": p.Text}, nil), chunk(kind+"-end", object{"id": id}, nil),
	}
}

func (v5Words) opens(id string, c *spec.Call, meta object) object {
	return chunk("tool-input-start", object{"toolCallId": id, "toolName": c.Name}, meta)
}

func (v5Words) args(id string, c *spec.Call) object {
	if !isObject(c.Args) {
		return chunk("tool-input-delta", object{"toolCallId": id, "inputTextDelta": c.Args}, nil)
	}
	return chunk("tool-input-available", object{"toolCallId": id, "toolName": c.Name, "input": json.RawMessage(c.Args)}, nil)
}

func (v5Words) result(id string, c *spec.Call) object {
	switch {
	case c.Status == spec.Denied && len(c.Result) == 0:
		return chunk("tool-output-denied", object{"toolCallId": id}, nil)
	case c.IsError, c.Status == spec.Failed, c.Status == spec.Denied, c.Status == spec.Cancelled:
		text := string(orNull(c.Result))
		_ = json.Unmarshal(c.Result, &text)
		return chunk("tool-output-error", object{"toolCallId": id, "errorText": text}, nil)
	}
	return chunk("tool-output-available", object{"toolCallId": id, "output": orNull(c.Result)}, nil)
}

func (v5Words) closes(*spec.Message) object { return chunk("finish-step", object{}, nil) }

func (v5Words) completes(t *spec.Turn) object {
	return chunk("finish", object{"finishReason": orElse(t.StopReason, "stop")}, nil)
}

func (v5Words) fails(t *spec.Turn) object {
	if t.Status == spec.Cancelled {
		return chunk("abort", object{}, nil)
	}
	return chunk("error", object{"errorText": orElse(t.Error, "")}, nil)
}

var _ = Describe("An adapter that says all that the AI SDK can say", func() {
	for _, in := range dialects.Generated() {
		if in.Name() == "aisdk" {
			continue
		}
		DescribeTable("has nothing said against it: "+in.Name(), func(out string, flattened bool, label string) {
			log := withCorpus(nightly.Count(20, 60)).with(context.Background(), candidate.Value{New: func() probe.Candidate {
				return &emitter{in: in.Name(), out: out, flattened: flattened, label: label}
			}})
			Expect(attributedRules(log)).To(BeEmpty(), "%s", printedLog(log))
			Expect(passed(log)).To(ContainElements("adapt/commutes", "adapt/well-formed", "adapt/no-invention"))
		},
			Entry("the older protocol, without sub-sessions", "aisdk:v4", false, ""),
			Entry("the older protocol, with them", "aisdk:v4", true, ""),
			Entry("the newer protocol, without sub-sessions", "aisdk:v5-lines", false, ""),
			Entry("the newer protocol, with them and their names", "aisdk:v5-lines", true, "who.agent"),
		)
	}
})
