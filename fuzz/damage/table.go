package damage

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/ids"
)

// A way is what there is to know of an Op.
type way struct {
	name string
	// excuses are the reasons for which a reader may refuse such a stream.
	excuses []string
	// fits says whether streams of a dialect can be damaged so.
	fits func(f *spec.Features) bool
	// draw chooses what exactly is done, false where there is nothing to do it to.
	draw func(d *drawer, e *Edit) bool
	// content changes events in place, frame the order and number of records, ids
	// gives the ids to put for others.
	content func(p *plan, e *Edit)
	frame   func(p *plan, e *Edit)
	ids     func(p *plan, e *Edit) ids.Map
	// say is the sentence of the story.
	say func(e *Edit) string
}

var table [ops]way

// malformed excuses a refusal of what no producer may say, tooMuch one of what is
// only too long, too deep or too many.
var (
	malformed = []string{"malformed"}
	tooMuch   = []string{"limit"}
)

func anyDialect(*spec.Features) bool { return true }

func init() {
	table = [ops]way{
		Rename:   {"rename", nil, anyDialect, drawRename, nil, nil, nil, sayRename},
		Drop:     {"drop", malformed, anyDialect, drawDrop, nil, drop, nil, sayDrop},
		Double:   {"double", malformed, anyDialect, drawDouble, nil, double, nil, sayDouble},
		Swap:     {"swap", malformed, anyDialect, drawSwap, nil, swap, nil, saySwap},
		Stray:    {"stray", malformed, anyDialect, drawStray, nil, stray, nil, sayStray},
		Replay:   {"replay", malformed, anyDialect, drawReplay, nil, replay, nil, sayReplay},
		Truncate: {"truncate", malformed, anyDialect, drawTruncate, nil, truncate, nil, sayTruncate},
		Drift:    {"drift", malformed, slotted, drawDrift, drift, nil, nil, sayDrift},
		Collide:  {"collide", malformed, slotted, drawCollide, collide, nil, nil, sayCollide},
		Merge:    {"merge", malformed, anyDialect, drawMerge, nil, nil, merge, sayMerge},
		Constant: {"constant", malformed, anyDialect, drawConstant, nil, nil, constant, sayConstant},
		Blank:    {"blank", malformed, slotted, drawBlank, blank, nil, nil, sayBlank},
		Astray:   {"astray", malformed, branching, drawAstray, astray, nil, nil, sayAstray},
		Parent:   {"parent", malformed, tree, drawParent, adopt, nil, nil, sayParent},
		Nest:     {"nest", append(malformed, tooMuch...), tree, drawNest, nil, nest, nil, sayNest},
		Value:    {"value", tooMuch, valued, drawValue, answer, nil, nil, sayValue},
		Flood:    {"flood", append(malformed, tooMuch...), anyDialect, drawFlood, nil, flood, nil, sayFlood},
	}
}

// loose: what an event means to the wire follows from the event alone, and not
// from where it stands or what other records restate, so that a codec can write
// it anywhere.
func loose(f *spec.Features) bool { return !f.InRun && !f.Kept && f.Turns != spec.TurnsOverlap }

// slotted: fragments of arguments are linked by slots.
func slotted(f *spec.Features) bool { return f.ArgsDeltas && f.Slots && loose(f) }

// pieced: arguments come in pieces.
func pieced(f *spec.Features) bool { return f.ArgsDeltas && !f.InRun }

// branching: there are sub-sessions, and each event names its own.
func branching(f *spec.Features) bool { return f.Children == spec.ChildrenSpeak && loose(f) }

// tree: as branching, and a record names the parent: it follows neither from the
// session's name nor from a call.
func tree(f *spec.Features) bool { return branching(f) && !f.ChildResult }

// valued: a result is any value. Where the dialect has tools of its own, it has
// the form that they give it.
func valued(f *spec.Features) bool { return len(f.Tools) == 0 }

// ruled is the first of the rules that a dialect can show and that has a check,
// "" where there is none.
func ruled(f *spec.Features, rules ...string) string {
	for _, id := range rules {
		if r, known := spec.RuleByID(id); known && r.Waits == "" && r.Applies(f) {
			return id
		}
	}
	return ""
}
