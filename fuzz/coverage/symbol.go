package coverage

import "github.com/quock-dev/quock/spec"

// A Symbol is an event without its names and texts: its kind, with its outcome
// or form.
type Symbol uint8

const (
	sessionOpen Symbol = iota
	sessionClose
	sessionFails
	turnStart
	turnEnd
	turnFails
	turnCancelled
	turnWaits
	messageOpen
	messageOpenUser
	messageClose
	text
	thought
	callOpen
	args
	argsEnd
	callStart
	callProgress
	callDone
	callFails
	callDenied
	messageFull
	messageFullUser
	messagePartial
	history
	retract
	wait
	usage
	errorEvent
	errorFatal
	limit
	toolLog
	noteSystem
	noteMedia
	noteCustom
	noteHeartbeat
	noteBoundary
	noteUnknown
	userTurn
	cancel
	nameless
	symbols
)

// Symbols is the number of symbols. They count from 0.
const Symbols = int(symbols)

var symbolNames = [symbols]string{
	"session.open", "session.close", "session.close failed",
	"turn.start", "turn.end", "turn.end failed", "turn.end cancelled", "turn.end waiting",
	"message.open", "message.open user", "message.close", "text", "text thought",
	"call.open", "args", "args.end", "call.start", "call.progress", "call.done", "call.done failed", "call.done denied",
	"message.full", "message.full user", "message.full unfinished", "history", "retract", "wait", "usage",
	"error", "error fatal", "limit", "log",
	"note system", "note media", "note custom", "note heartbeat", "note boundary", "note unknown",
	"user.turn", "cancel", "without a session",
}

// String returns the symbol as reports show it: "call.done failed".
func (s Symbol) String() string { return symbolNames[s] }

// plain maps the kinds that have only one symbol.
var plain = map[spec.Kind]Symbol{
	spec.SessionOpen: sessionOpen, spec.TurnStart: turnStart, spec.MessageClose: messageClose,
	spec.CallOpen: callOpen, spec.CallArgs: args, spec.ArgsEnd: argsEnd, spec.CallStart: callStart,
	spec.CallProgress: callProgress, spec.History: history, spec.Retract: retract, spec.Wait: wait,
	spec.UsageReport: usage, spec.LimitReport: limit, spec.ToolLog: toolLog, spec.UserTurn: userTurn, spec.Cancel: cancel,
}

// byKind is plain as a table, with the first symbol of each other kind.
var byKind = func() (all [32]Symbol) {
	for k, s := range plain {
		all[k] = s
	}
	all[spec.SessionClose], all[spec.TurnEnd], all[spec.MessageOpen] = sessionClose, turnEnd, messageOpen
	all[spec.Text], all[spec.CallDone], all[spec.MessageFull] = text, callDone, messageFull
	all[spec.Error], all[spec.NoteEvent] = errorEvent, noteSystem
	return all
}()

// SymbolOf returns the Symbol of an event. It depends on no name and no text.
func SymbolOf(e *spec.Event) Symbol {
	if e.NoSession {
		return nameless
	}
	s := byKind[e.Kind&31]
	switch e.Kind {
	case spec.SessionClose, spec.TurnEnd, spec.CallDone:
		return ended(s, e)
	case spec.MessageOpen, spec.MessageFull:
		return spoken(s, e)
	case spec.Text:
		if e.Form == spec.Thought {
			return thought
		}
	case spec.Error:
		if e.Fatal {
			return errorFatal
		}
	case spec.NoteEvent:
		return noted(e.Note)
	}
	return s
}

// ended refines the symbol of an event that ends something by its outcome.
func ended(s Symbol, e *spec.Event) Symbol {
	failed := e.IsError || e.Status == spec.Failed
	switch {
	case s == sessionClose && failed:
		return sessionFails
	case s == turnEnd && failed:
		return turnFails
	case s == turnEnd && e.Status == spec.Cancelled:
		return turnCancelled
	case s == turnEnd && e.Status == spec.Waiting:
		return turnWaits
	case s == callDone && e.Status == spec.Denied:
		return callDenied
	case s == callDone && failed:
		return callFails
	}
	return s
}

// spoken refines the symbol of a message by its role and completeness.
func spoken(s Symbol, e *spec.Event) Symbol {
	role := e.Role
	if s == messageFull && len(e.Messages) > 0 {
		role = e.Messages[0].Role
	}
	switch {
	case role == "user":
		return s + 1
	case s == messageFull && !e.Complete:
		return messagePartial
	}
	return s
}

func noted(n spec.Note) Symbol {
	switch n {
	case spec.NoteMedia:
		return noteMedia
	case spec.NoteCustom:
		return noteCustom
	case spec.NoteHeartbeat:
		return noteHeartbeat
	case spec.NoteBoundary:
		return noteBoundary
	case spec.NoteUnknown:
		return noteUnknown
	}
	return noteSystem
}
