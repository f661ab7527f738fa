package script

import (
	"github.com/quock-dev/quock/fuzz/fault"
	"github.com/quock-dev/quock/fuzz/scenario"
)

// extras adds the groups of what is emitted beside the tree. They wait for nothing
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
			b.add(Notes, scenario.Cond{})
		case fault.OrphanResult:
			b.add(ResultOrphaned, scenario.Cond{})
		case fault.NoSession:
			b.add(TextHomeless, scenario.Cond{})
		case fault.StrayClose:
			b.add(CloseOrphaned, scenario.Cond{})
		case fault.LimitReported:
			b.add(Limits, scenario.Cond{})
		case fault.NotFatal:
			b.add(Errs, scenario.Cond{})
		case fault.Replay:
			b.add(Repeats, scenario.Cond{})
		case fault.EndAlone:
			for i := range scenario.StoredPieces {
				b.add(Stored, scenario.Cond{}).Piece = int32(i)
			}
		case fault.FullAfter:
			b.restated()
		default:
			b.stop(e.Kind)
		}
	}
}

// stop fills a group behind which nothing is emitted.
func (b *Script) stop(k fault.Kind) {
	switch k {
	case fault.CancelledAll:
		b.add(Cancels, scenario.Cond{})
	case fault.FatalError:
		b.add(Fails, scenario.Cond{})
	case fault.Interrupted:
		b.add(Waits, scenario.Cond{})
		if b.base.Session != 0 && !b.sc.Features.Nested {
			b.base.Session = 0
			b.add(Waits, scenario.Cond{}).JoinBy = apart
		}
	}
	b.add(Stops, scenario.Cond{})
}

// apart is no fault: a step that joins by it has a record of its own.
const apart scenario.Set = 1
