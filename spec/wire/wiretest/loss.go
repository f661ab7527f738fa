package wiretest

import (
	"encoding/json"

	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// An alteration sets one more field of an event.
type alteration struct {
	field string
	set   func(*spec.Event)
}

var (
	id         = alteration{"ID", func(e *spec.Event) { e.ID = "extra-id" }}
	parent     = alteration{"Parent", func(e *spec.Event) { e.Parent = spec.To("extra-parent") }}
	parentCall = alteration{"ParentCall", func(e *spec.Event) { e.ParentCall = spec.To("extra-call") }}
	turn       = alteration{"Turn", func(e *spec.Event) { e.Turn = "extra-turn" }}
	message    = alteration{"Message", func(e *spec.Event) { e.Message = "extra-message" }}
	agent      = alteration{"Agent", func(e *spec.Event) { e.Agent = "extra-agent" }}
	slot       = alteration{"Slot", func(e *spec.Event) { e.Slot = "17" }}
	name       = alteration{"Name", func(e *spec.Event) { e.Name = "extra_name" }}
	text       = alteration{"Text", func(e *spec.Event) { e.Text = "extra text" }}
	args       = alteration{"Args", func(e *spec.Event) { e.Args, e.ArgsValue = `{"extra":1}`, false }}
	result     = alteration{"Result", func(e *spec.Event) { e.Result = json.RawMessage(`"extra"`) }}
	isError    = alteration{"IsError", func(e *spec.Event) { e.IsError = !e.IsError }}
	failed     = alteration{"Status", func(e *spec.Event) { e.Status = spec.Failed }}
	denied     = alteration{"Status", func(e *spec.Event) { e.Status = spec.Denied }}
	stopReason = alteration{"StopReason", func(e *spec.Event) { e.StopReason = "extra_stop" }}
	failure    = alteration{"Error", func(e *spec.Event) { e.Error = "extra error" }}
	usage      = alteration{"Usage", func(e *spec.Event) { e.Usage = &spec.Usage{Input: 41, Output: 17} }}
	metadata   = alteration{"Metadata", func(e *spec.Event) { e.Metadata = json.RawMessage(`{"extra":1}`) }}
	complete   = alteration{"Complete", func(e *spec.Event) { e.Complete = !e.Complete }}
)

// alterations lists, for each kind, the fields that spec documents for it.
var alterations = map[spec.Kind][]alteration{
	spec.SessionOpen:  {id, parent, parentCall, agent},
	spec.SessionClose: {id, parent, failed, failure},
	spec.TurnStart:    {id, parent, turn},
	spec.TurnEnd:      {id, parent, turn, failed, stopReason, failure, usage},
	spec.MessageOpen:  {id, parent, message, agent, metadata},
	spec.MessageClose: {id, parent, message, stopReason, usage},
	spec.Text:         {id, parent, message, slot, text, metadata},
	spec.CallOpen:     {id, parent, message, slot, name, args, metadata},
	spec.CallArgs:     {id, parent, message, slot, text},
	spec.ArgsEnd:      {id, parent, message, slot},
	spec.CallStart:    {id, parent, name, args},
	spec.CallProgress: {id, parent, result},
	spec.CallDone:     {id, parent, name, args, result, isError, denied},
	spec.MessageFull:  {id, parent, complete},
	spec.History:      {id, parent, complete},
	spec.Retract:      {id, parent, message},
	spec.Wait:         {id, parent},
	spec.UsageReport:  {id, parent, message, turn, usage, stopReason},
	spec.Error:        {id, parent, failure, message, turn},
	spec.LimitReport:  {id, parent},
	spec.NoteEvent:    {id, parent, text},
	spec.UserTurn:     {id},
	spec.Cancel:       {id},
}

// losesNothing sets, at the first event of each kind of each stream, each
// field in turn: the altered stream is an error, or it is decoded as it is.
func (s *suite) losesNothing(variant string) {
	for i, stream := range s.expressed(variant) {
		seen := map[spec.Kind]bool{}
		for n, e := range stream.Events {
			if seen[e.Kind] {
				continue
			}
			seen[e.Kind] = true
			for _, a := range alterations[e.Kind] {
				gomega.Expect(s.loses(variant, altered(stream, n, a))).
					To(gomega.BeEmpty(), "stream %d, event %d (%s), field %s set", i, n+1, e.Kind, a.field)
			}
		}
	}
}

func altered(stream spec.Stream, n int, a alteration) spec.Stream {
	stream.Events = append([]spec.Event(nil), stream.Events[:n+1]...)
	a.set(&stream.Events[n])
	return stream
}

func (s *suite) loses(variant string, stream spec.Stream) string {
	records, err := wire.EncodeStream(s.codec, variant, stream)
	if err != nil {
		return ""
	}
	got, _ := wire.DecodeRecords(s.codec, variant, records)
	return diff(stream.Events, got.Events)
}
