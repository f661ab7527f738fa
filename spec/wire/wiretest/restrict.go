package wiretest

import "github.com/quock-dev/quock/spec"

// Restrict takes from an event what a dialect of these features has no place
// for, and reports whether anything is left to say. Its procedure: an event of a
// kind that the features rule out is nothing; of any other, the fields that
// they rule out are cleared (in the messages of message.full and history, too).
//
// It is the restriction of the round trip: decode(encode(restrict(s))) is
// restrict(s). Features are coarse: that a dialect can say an event of some
// session or kind does not follow, and Encode is the judge of that. The slots of
// a snapshot's parts and the note's Raw stay.
func Restrict(f spec.Features, e *spec.Event) bool {
	if !represents(f, e) {
		return false
	}
	clearUnless(f.EventIDs, &e.ID)
	clearUnless(f.MessageIDs, &e.Message)
	clearUnless(f.Speakers, &e.Agent)
	clearUnless(f.Slots || f.TextSlots && (e.Kind == spec.Text || e.Kind == spec.NoteEvent), &e.Slot)
	clearUnless(f.StopReasons || f.TurnStops && e.Kind == spec.TurnEnd, &e.StopReason)
	if !f.ChildLink {
		e.ParentCall = spec.Ref{}
	}
	if !f.Metadata {
		e.Metadata = nil
	}
	if !f.MessageUsage && !f.TurnUsage {
		e.Usage = nil
	}
	e.Messages = restrictSnapshots(f, e.Messages)
	return true
}

// RestrictStream is the stream without what the features have no place for; its
// records are numbered anew where some have nothing left.
func RestrictStream(s spec.Stream) spec.Stream {
	out := s
	out.Events = nil
	record, last := 0, 0
	for _, e := range s.Events {
		if !Restrict(s.Features, &e) {
			continue
		}
		if e.Record != last {
			record, last = record+1, e.Record
		}
		e.Record = record
		out.Events = append(out.Events, e)
	}
	return out
}

// represents is false for events that say nothing in such a dialect.
func represents(f spec.Features, e *spec.Event) bool {
	switch e.Kind {
	case spec.SessionOpen:
		return f.ChildEdges || f.ChildLink
	case spec.SessionClose:
		return f.ChildEdges
	case spec.TurnStart:
		return f.TurnStarts
	case spec.TurnEnd:
		return f.Turns != spec.TurnsRun
	case spec.MessageOpen:
		return f.MessageIDs
	case spec.MessageClose:
		return f.MessageEnd
	case spec.Text:
		return f.Thoughts || e.Form != spec.Thought
	case spec.UsageReport:
		return f.MessageUsage || f.TurnUsage
	case spec.Error:
		return f.Errors || !e.Fatal
	case spec.UserTurn:
		return f.UserTurn
	case spec.Cancel:
		return f.Cancels
	}
	return representsCall(f, e) && representsWhole(f, e)
}

func representsCall(f spec.Features, e *spec.Event) bool {
	switch e.Kind {
	case spec.CallOpen:
		return f.Preparing
	case spec.CallArgs:
		return f.ArgsDeltas
	case spec.ArgsEnd:
		return f.ArgsMarker && (f.ArgsDeltas || f.Owner == spec.Derived && f.Waits)
	case spec.CallStart:
		return f.Executing
	}
	return true
}

func representsWhole(f spec.Features, e *spec.Event) bool {
	switch e.Kind {
	case spec.History:
		return f.Histories
	case spec.Retract:
		return f.Retracts
	case spec.Wait:
		return f.Waits
	case spec.LimitReport:
		return f.Quota
	case spec.ToolLog:
		return f.ToolLogs
	}
	return true
}

func restrictSnapshots(f spec.Features, from []spec.Snapshot) []spec.Snapshot {
	if len(from) == 0 {
		return nil
	}
	to := make([]spec.Snapshot, len(from))
	for i, s := range from {
		clearUnless(f.MessageIDs, &s.Message)
		clearUnless(f.Speakers, &s.Agent)
		clearUnless(f.StopReasons, &s.StopReason)
		if !f.MessageUsage {
			s.Usage = nil
		}
		if !f.Metadata {
			s.Metadata = nil
		}
		s.Parts = restrictParts(f, s.Parts)
		to[i] = s
	}
	return to
}

func restrictParts(f spec.Features, from []spec.SnapshotPart) []spec.SnapshotPart {
	var to []spec.SnapshotPart
	for _, p := range from {
		if p.Kind == spec.ThoughtPart && !f.Thoughts {
			continue
		}
		if !f.Metadata {
			p.Metadata = nil
		}
		to = append(to, p)
	}
	return to
}

func clearUnless(kept bool, field *string) {
	if !kept {
		*field = ""
	}
}
