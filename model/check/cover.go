package check

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// Covers returns the differences that are attributed to an injected fault of the
// check's rule: those that do not follow from another one, in what the rule's sentence
// speaks of, in the session of the fault. If there are none the fault only builds the
// stream. The differences are those of Base.
//
// Active calls always count: rules of family notify speak of them also where a call is
// misread.
func (c Check) Covers(e *Evidence, all []Assignment) []spec.Difference {
	own := *e
	own.narrow = true
	speaks := c.speaks(&own)
	var found []spec.Difference
	for i := range all {
		d := &all[i].Difference
		if (all[i].Rule != "" || aspectOf(d) == active) && speaks(d) {
			found = append(found, *d)
		}
	}
	return found
}

// speaks reports of a difference whether the rule's sentence speaks of it.
func (c Check) speaks(e *Evidence) func(*spec.Difference) bool {
	if by, ok := sentences[c.Rule]; ok {
		return func(d *spec.Difference) bool { return e.concerns(d) && by(d) }
	}
	mine := c.judge(e).Differences
	return func(d *spec.Difference) bool {
		return slices.ContainsFunc(mine, func(o spec.Difference) bool { return o.Path == d.Path && o.Kind == d.Kind })
	}
}

// sentences say of some rules which differences their sentence speaks of, with its
// words. The check itself looks at other parts: it also wants the call to be there, so
// that nothing passes by its absence.
var sentences = map[string]func(*spec.Difference) bool{
	// "give the same transcript"
	"fragment/cut-invariant": in(everything),
	// "all of it counts, in its order there"
	"fragment/many-in-one": in(calls | content),
	// "Arguments … stay as far as they came"
	"fragment/truncated-not-repaired": in(args),
	// "harms no other call and no other message"
	"fragment/malformed-kept": in(args | calls | content | unattributed | anomaly),
	// "incomplete: neither a success nor a wait for more"
	"missing/every-prefix": in(outcome | turns | status | complete),
	// "Whatever was received … is still there"
	"missing/no-loss": func(d *spec.Difference) bool {
		return in(content|calls|unattributed)(d) && (d.Kind == spec.Missing || len(d.Got) < len(d.Want) && aspectOf(d)&(text|args|result) != 0)
	},
	// "clears all that is active", "clears everything that is active"
	"notify/lifecycle":        in(active),
	"notify/turn-end-clears":  in(active),
	"notify/user-turn-clears": in(active | turns),
	"notify/no-revival":       in(active | callStatus),
	// "the first of them stands"
	"notify/terminal-absorbs": in(callStatus | active | anomaly),
	// "waiting …, until it is answered"
	"notify/waiting": func(d *spec.Difference) bool {
		return in(active|callStatus|turns|outcome|status)(d) && strings.Contains(d.Want+d.Got, `"`+string(spec.Waiting)+`"`)
	},
	// "change nothing"
	"repeat/replay": in(everything | anomaly),
	// "Results pair with calls by id"; their order is that of the results
	"attach/by-id": in(result | callStatus | placement),
	// "they run on, and their own end, whenever it comes, is theirs"
	"missing/background": in(status | turns | content | result | callStatus | agents),
	// "changes nothing and is reported"
	"repeat/result-twice": in(everything | anomaly),
	// "attached to nothing else and makes no call"
	"missing/orphan-result": in(orphans | calls | messages | anomaly),
	// "the first changes nothing else, and the second takes in none of the parent's
	// later events"
	"session/balanced": func(d *spec.Difference) bool {
		return in(content|calls|status|anomaly)(d) || aspectOf(d) == turns && d.Want == `"open"`
	},
}

func in(a aspect) func(*spec.Difference) bool {
	return func(d *spec.Difference) bool { return aspectOf(d)&a != 0 }
}

// OfAnything reports whether the rule only says that something changes nothing, so that
// any difference at all breaks it.
func (c Check) OfAnything() bool {
	r, ok := spec.RuleByID(c.Rule)
	return ok && (r.Family == "noise" || r.Family == "wire" || c.Rule == "fragment/cut-invariant" || c.Rule == "session/non-interference")
}
