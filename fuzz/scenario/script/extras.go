package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
)

// extras adds the groups of what is told beside the tree. They wait for nothing
// and are put into the order where their At says (see Order).
func (b *Script) extras() {
	b.extra = int32(len(b.Groups))
	for i := range b.sc.Extras {
		e := &b.sc.Extras[i]
		b.base = b.bare()
		b.base.Extra, b.base.Session, b.base.Cond = int32(i), int32(e.Session), e.Cond
		b.group()
		switch e.Kind {
		case fault.Noise, fault.OwnContent:
			b.say(Notes, scenario.Cond{})
		case fault.OrphanResult:
			b.say(ResultOrphaned, scenario.Cond{})
		case fault.NoSession:
			b.say(TextHomeless, scenario.Cond{})
		case fault.StrayClose:
			b.say(CloseOrphaned, scenario.Cond{})
		case fault.LimitReported:
			b.say(Limits, scenario.Cond{})
		case fault.NotFatal:
			b.say(Errs, scenario.Cond{})
		case fault.Replay:
			b.say(Repeats, scenario.Cond{})
		case fault.FullAfter:
			b.restated()
		default:
			b.stop(e.Kind)
		}
	}
}

// stop fills a group behind which nothing is told.
func (b *Script) stop(k fault.Kind) {
	switch k {
	case fault.CancelledAll:
		b.say(Cancels, scenario.Cond{})
	case fault.FatalError:
		b.say(Fails, scenario.Cond{})
	case fault.Interrupted:
		b.say(Waits, scenario.Cond{})
		if b.base.Session != 0 {
			b.base.Session = 0
			b.say(Waits, scenario.Cond{}).JoinBy = apart
		}
	}
	b.say(Stops, scenario.Cond{})
}

// apart is no fault: a step that joins by it has a record of its own.
const apart scenario.Set = 1
