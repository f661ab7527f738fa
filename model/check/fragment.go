package check

import "github.com/quock-dev/quock/spec"

// The checks of family fragment.
var fragment = []Check{
	{"fragment/concatenate", concatenate},
	{"fragment/scoped-key", scopedKey},
	{"fragment/slot-reuse", slotReuse},
	{"fragment/not-before-complete", notBeforeComplete},
	{"fragment/cut-invariant", cutInvariant},
	{"fragment/empty-is-nothing", emptyIsNothing},
	{"fragment/first-may-carry", firstMayCarry},
	{"fragment/many-in-one", manyInOne},
	{"fragment/drifting-slot", driftingSlot},
	{"fragment/open-together", openTogether},
	{"fragment/unclaimed", unclaimed},
	{"fragment/ambiguous", ambiguous},
	{"fragment/malformed-kept", malformedKept},
	{"fragment/truncated-not-repaired", truncatedNotRepaired},
	{"fragment/no-arguments", noArguments},
	{"fragment/name-set-once", nameSetOnce},
}

// concatenate: fragments joined in arrival order.
func concatenate(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasArgs) || e.anyMessage(hasContent), args|text)
}

// scopedKey: a fragment goes to its own session, message and slot.
func scopedKey(e *Evidence) Judgement { return e.judged(e.anyCall(hasArgs), args|placement) }

// slotReuse: a slot used again is a new call.
func slotReuse(e *Evidence) Judgement { return e.judged(e.anyCall(anything), args|placement|callName) }

// notBeforeComplete: no agent before its arguments are complete.
func notBeforeComplete(e *Evidence) Judgement {
	return e.judged(len(e.Want.Agents) > 0 || e.anyCall(anything), agents)
}

// cutInvariant: where the cuts are does not matter.
func cutInvariant(e *Evidence) Judgement {
	return e.judged(e.anyMessage(hasContent) || e.anyCall(hasArgs), text|args)
}

// emptyIsNothing: empty fragments add no part, message or call.
func emptyIsNothing(e *Evidence) Judgement {
	return e.judged(e.anyMessage(hasContent) || e.anyCall(anything), content|args|callName|placement)
}

// firstMayCarry: arguments in the announcement count, a placeholder does not.
func firstMayCarry(e *Evidence) Judgement { return e.judged(e.anyCall(anything), args|placement) }

// manyInOne: every call of an event counts.
func manyInOne(e *Evidence) Judgement { return e.judged(e.anyCall(anything), calls) }

// driftingSlot: an id decides, whatever the slot says.
func driftingSlot(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasArgs), args|placement|callName)
}

// openTogether: opening one item closes no other.
func openTogether(e *Evidence) Judgement { return e.judged(e.anyMessage(hasContent), content) }

// unclaimed: an early fragment waits for its start, or is reported.
func unclaimed(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasArgs) || e.anyAnomaly(spec.UnclaimedFragment),
		args|placement|unattributed|anomaly, spec.UnclaimedFragment)
}

// ambiguous: a fragment with several owners goes to none.
func ambiguous(e *Evidence) Judgement {
	kept := e.anySession(func(s *spec.Session) bool { return len(s.Unattributed) > 0 })
	return e.judged(kept, unattributed|args|anomaly, spec.AmbiguousFragment)
}

// malformedKept: invalid arguments stay, raw, and harm nobody.
func malformedKept(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasArgs), args|placement|anomaly, spec.MalformedArguments)
}

// truncatedNotRepaired: what was cut off stays cut off, and never ran.
func truncatedNotRepaired(e *Evidence) Judgement {
	return e.judged(e.anyCall(hasArgs), args|callStatus)
}

// noArguments: a call without arguments has none.
func noArguments(e *Evidence) Judgement {
	return e.judged(e.anyCall(func(c *spec.Call) bool { return c.Args == "" }), args|placement)
}

// nameSetOnce: repeating a name is not appending.
func nameSetOnce(e *Evidence) Judgement { return e.judged(e.anyCall(anything), callName) }
