package scenario

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
		case Noise, OwnContent:
			b.say(Notes, Cond{})
		case OrphanResult:
			b.say(ResultOrphaned, Cond{})
		case NoSession:
			b.say(TextHomeless, Cond{})
		case StrayClose:
			b.say(CloseOrphaned, Cond{})
		case LimitReported:
			b.say(Limits, Cond{})
		case NotFatal:
			b.say(Errs, Cond{})
		case Replay:
			b.say(Repeats, Cond{})
		case FullAfter:
			b.restated()
		default:
			b.stop(e.Kind)
		}
	}
}

// stop fills a group behind which nothing is told.
func (b *Script) stop(k FaultKind) {
	switch k {
	case CancelledAll:
		b.say(Cancels, Cond{})
	case FatalError:
		b.say(Fails, Cond{})
	case Interrupted:
		b.say(Waits, Cond{})
		if b.base.Session != 0 {
			b.base.Session = 0
			b.say(Waits, Cond{}).JoinBy = apart
		}
	}
	b.say(Stops, Cond{})
}

// apart is no fault: a step that joins by it has a record of its own.
const apart Set = 1
