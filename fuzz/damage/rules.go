package damage

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// A frame kind is an event that opens, closes, starts or ends something: what it
// is to lose one, and to hear one twice.
type frameKind struct {
	// lost and twice are the rules about that, the first that applies; asLost and
	// asTwice the faults of a scenario that do the same.
	lost, twice     []string
	asLost, asTwice fault.Kind
}

var frames = map[spec.Kind]frameKind{
	spec.SessionOpen: {
		[]string{"session/unattributed"}, []string{"session/continued"}, fault.Unannounced, fault.OpenedAgain,
	},
	spec.SessionClose: {
		[]string{"session/balanced", "missing/no-loss"}, []string{"session/balanced", "missing/no-loss"}, fault.NeverClosed, fault.StrayClose,
	},
	spec.TurnStart: {
		[]string{"missing/no-loss"}, []string{"session/continued"}, fault.TurnStartLost, fault.StartedTwice,
	},
	spec.TurnEnd: {
		[]string{"missing/every-prefix"}, []string{"account/own-turn"}, fault.TurnEndLost, fault.None,
	},
	spec.MessageOpen: {
		[]string{"step/by-message-id", "missing/no-loss"}, []string{"step/by-message-id", "missing/no-loss"}, fault.None, fault.None,
	},
	spec.MessageClose: {
		[]string{"missing/no-loss"}, []string{"step/by-message-id", "missing/no-loss"}, fault.MessageEndLost, fault.None,
	},
	spec.CallOpen: {
		[]string{"missing/start-lost", "missing/orphan-result"}, []string{"fragment/name-set-once"}, fault.None, fault.None,
	},
	spec.ArgsEnd: {
		[]string{"fragment/not-before-complete", "missing/no-loss"}, []string{"fragment/name-set-once"}, fault.None, fault.None,
	},
	spec.CallStart: {
		[]string{"notify/lifecycle", "missing/no-loss"}, []string{"session/reused-ids", "notify/lifecycle"}, fault.None, fault.StartAgain,
	},
	spec.CallDone: {
		[]string{"missing/abandoned"}, []string{"repeat/result-twice"}, fault.NeverAnswered, fault.ResultTwice,
	},
}

// A strayKind is an event that may come for what there never was: the ids that
// are changed, the rules, the fault of a scenario that does the same, and the
// dialects that can say it, all where there is none.
type unattachedKind struct {
	class ids.Class
	rules []string
	as    fault.Kind
	fits  func(f *spec.Features) bool
}

var unattached = map[spec.Kind]unattachedKind{
	spec.CallDone:     {ids.Calls, []string{"missing/orphan-result"}, fault.OrphanResult, nil},
	spec.CallProgress: {ids.Calls, []string{"notify/no-revival"}, fault.None, nil},
	spec.CallArgs:     {ids.Calls, []string{"fragment/unclaimed"}, fault.StrayFragment, pieced},
	spec.ArgsEnd:      {ids.Calls, []string{"fragment/unclaimed"}, fault.None, branching},
	spec.CallStart:    {ids.Calls, []string{"notify/lifecycle", "missing/no-loss"}, fault.None, loose},
	spec.SessionClose: {ids.Sessions, []string{"session/balanced"}, fault.StrayClose, branching},
	spec.MessageClose: {ids.Messages, []string{"step/by-message-id", "missing/no-loss"}, fault.None, branching},
	spec.TurnEnd:      {ids.Turns, []string{"account/own-turn"}, fault.None, branching},
}

// clashes are the rules about two ids that become one, by what they name.
var clashes = map[ids.Class][]string{
	ids.Calls:    {"identity/clashing-ids", "session/reused-ids", "attach/by-id"},
	ids.Messages: {"step/by-message-id"},
	ids.Events:   {"repeat/replay"},
	ids.Turns:    {"account/own-turn"},
	ids.Sessions: {"session/no-leak"},
}

// namedRules are the rules about a name, by what it names.
var namedRules = map[ids.Class]string{
	ids.Sessions: "session/scoped-ids", ids.Calls: "attach/by-id", ids.Messages: "step/by-message-id", ids.Turns: "account/own-turn", ids.Events: "repeat/replay",
}
