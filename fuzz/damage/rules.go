package damage

import "github.com/quock-dev/quock/spec"

// A frame kind is an event that opens, closes, starts or ends something: what it
// is to lose one, and to hear one twice.
type frameKind struct {
	// lost and twice are the rules about that, the first that applies; asLost and
	// asTwice the faults of a scenario that do the same.
	lost, twice     []string
	asLost, asTwice string
}

var frames = map[spec.Kind]frameKind{
	spec.SessionOpen: {
		[]string{"session/unattributed"}, []string{"session/continued"}, "unannounced", "opened-again",
	},
	spec.SessionClose: {
		[]string{"session/balanced", "missing/no-loss"}, []string{"session/balanced", "missing/no-loss"}, "never-closed", "stray-close",
	},
	spec.TurnStart: {
		[]string{"missing/no-loss"}, []string{"session/continued"}, "turn-start-lost", "started-twice",
	},
	spec.TurnEnd: {
		[]string{"missing/every-prefix"}, []string{"account/own-turn"}, "turn-end-lost", "",
	},
	spec.MessageOpen: {
		[]string{"step/by-message-id", "missing/no-loss"}, []string{"step/by-message-id", "missing/no-loss"}, "", "",
	},
	spec.MessageClose: {
		[]string{"missing/no-loss"}, []string{"step/by-message-id", "missing/no-loss"}, "message-end-lost", "",
	},
	spec.CallOpen: {
		[]string{"missing/start-lost", "missing/orphan-result"}, []string{"fragment/name-set-once"}, "", "",
	},
	spec.ArgsEnd: {
		[]string{"fragment/not-before-complete", "missing/no-loss"}, []string{"fragment/name-set-once"}, "", "",
	},
	spec.CallStart: {
		[]string{"notify/lifecycle", "missing/no-loss"}, []string{"session/reused-ids", "notify/lifecycle"}, "", "started-again",
	},
	spec.CallDone: {
		[]string{"missing/abandoned"}, []string{"repeat/result-twice"}, "never-answered", "result-twice",
	},
}

// A strayKind is an event that may come for what there never was: the ids that
// are changed, the rules, the fault of a scenario that does the same, and the
// dialects that can say it, all where there is none.
type strayKind struct {
	class Class
	rules []string
	as    string
	fits  func(f *spec.Features) bool
}

var strays = map[spec.Kind]strayKind{
	spec.CallDone:     {Calls, []string{"missing/orphan-result"}, "orphan-result", nil},
	spec.CallProgress: {Calls, []string{"notify/no-revival"}, "", nil},
	spec.CallArgs:     {Calls, []string{"fragment/unclaimed"}, "stray-fragment", pieced},
	spec.ArgsEnd:      {Calls, []string{"fragment/unclaimed"}, "", branching},
	spec.CallStart:    {Calls, []string{"notify/lifecycle", "missing/no-loss"}, "", loose},
	spec.SessionClose: {Sessions, []string{"session/balanced"}, "stray-close", branching},
	spec.MessageClose: {Messages, []string{"step/by-message-id", "missing/no-loss"}, "", branching},
	spec.TurnEnd:      {Turns, []string{"account/own-turn"}, "", branching},
}

// clashes are the rules about two ids that become one, by what they name.
var clashes = map[Class][]string{
	Calls:    {"identity/clashing-ids", "session/reused-ids", "attach/by-id"},
	Messages: {"step/by-message-id"},
	EventIDs: {"repeat/replay"},
	Turns:    {"account/own-turn"},
	Sessions: {"session/no-leak"},
}

// namedRules are the rules about a name, by what it names.
var namedRules = map[Class]string{
	Sessions: "session/scoped-ids", Calls: "attach/by-id", Messages: "step/by-message-id", Turns: "account/own-turn", EventIDs: "repeat/replay",
}
