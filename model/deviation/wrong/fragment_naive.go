package wrong

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// naive are plausible but wrong readers of fragments.
var naive = []Mistake{
	{"unwraps-quotes", "fragment/concatenate", rows("Z031"), "What begins as a quoted string is unquoted, piece by piece.", unwrapsQuotes},
	{"escapes-markup", "fragment/concatenate", rows("Z041"), "Characters that mean something in HTML are escaped.", escapesMarkup},
	{"mints-id", "fragment/scoped-key", rows("Z059"), "A continuation without an id is a new call with an id of its own.", mintsID},
	{"stray-is-nameless-call", "fragment/unclaimed", rows("Z061"), "A piece that nobody claims is a call without a name.", strayIsNameless},
	{"last-name-wins", "fragment/name-set-once", rows("Z067"), "A later name or id replaces the first.", lastNameWins},
	{"next-drops-pending", "fragment/open-together", rows("Z197"), "The next message takes the place of what the one before was saying.", nextDropsPending},
	{"slot-has-one-kind", "fragment/slot-reuse", rows("Y197"), "A slot at which a text stands takes no piece of a call.", slotHasOneKind},
	{"slot-is-place", "fragment/scoped-key", rows("Y199"), "A slot is the place of its call in the message, so that numbers with a gap miss it.", slotIsPlace},
	{"marker-ignored", "fragment/not-before-complete", rows("Y053"), "The end of arguments on the wire completes nothing.", markerIgnored},
	{"text-hides-call", "fragment/many-in-one", rows("Y087"), "A call that begins a message together with text is lost.", textHidesCall},
	{"overlap-removed", "repeat/not-by-content", rows("Y205"), "Where a piece begins with the end of what is there, the overlap counts once.", overlapRemoved},
}

var (
	unwrapsQuotes = joins(func(have []byte, piece string) []byte {
		if len(have) == 0 {
			piece = strings.TrimPrefix(piece, `"`)
		}
		return append(have, strings.ReplaceAll(piece, `\"`, `"`)...)
	})

	escapesMarkup = joins(func(have []byte, piece string) []byte { return append(have, markup.Replace(piece)...) })

	lastNameWins = names(func(have, more string) string {
		if more == "" {
			return have
		}
		return more
	})
)

func mintsID(sem *model.Semantics, n *Count) {
	honest := sem.FragmentOwner
	sem.FragmentOwner = func(s *model.State, ss *model.Session, m *model.Message, e *spec.Event) (*model.Call, int) {
		c, of := honest(s, ss, m, e)
		if !n.when(c != nil && len(c.Args) > 0) {
			return c, of
		}
		minted := &model.Call{ID: c.ID + "-minted", Name: c.Name, Status: spec.Preparing, Session: ss, Message: m, Turn: c.Turn}
		ss.Calls = append(ss.Calls, minted)
		m.Parts = append(m.Parts, &model.Part{Kind: spec.CallPart, Call: minted})
		return minted, 1
	}
}

func strayIsNameless(sem *model.Semantics, n *Count) {
	honest := sem.Stray
	sem.Stray = func(s *model.State, ss *model.Session, kind spec.AnomalyKind, text string) {
		m := spoken(ss, anyMessage)
		if !n.when(m != nil) {
			honest(s, ss, kind, text)
			return
		}
		c := &model.Call{Status: spec.Abandoned, Args: []byte(text), Session: ss, Message: m, Turn: m.Turn}
		ss.Calls = append(ss.Calls, c)
		m.Parts = append(m.Parts, &model.Part{Kind: spec.CallPart, Call: c})
	}
}

func nextDropsPending(sem *model.Semantics, n *Count) {
	honest := sem.NextMessage
	sem.NextMessage = func(s *model.State, ss *model.Session) {
		m := spoken(ss, isOpen)
		if n.when(m != nil && len(m.Parts) > 0 && m.Parts[len(m.Parts)-1].Call == nil) {
			m.Parts = m.Parts[:len(m.Parts)-1]
		}
		honest(s, ss)
	}
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

var (
	slotHasOneKind = owners(func(_ *model.State, m *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		for _, p := range m.Parts {
			if e.Slot != "" && p.Slot == e.Slot && p.Call == nil {
				return nil, 0
			}
		}
		return c, of
	})

	slotIsPlace = owners(func(_ *model.State, m *model.Message, e *spec.Event, c *model.Call, of int) (*model.Call, int) {
		place, err := strconv.Atoi(e.Slot)
		switch {
		case err != nil || place < 0:
			return c, of
		case place >= len(m.Parts) || m.Parts[place].Call == nil:
			return nil, 0
		}
		return m.Parts[place].Call, 1
	})

	overlapRemoved = joins(func(have []byte, piece string) []byte {
		for k := min(len(have), len(piece)); k > 0; k-- {
			if strings.HasSuffix(string(have[len(have)-k:]), piece[:k]) {
				return append(have, piece[k:]...)
			}
		}
		return append(have, piece...)
	})
)

func markerIgnored(sem *model.Semantics, n *Count) {
	honest := sem.FragmentCall
	sem.FragmentCall = func(ss *model.Session, e *spec.Event) *model.Call {
		c := honest(ss, e)
		if n.when(c != nil && e.Kind == spec.ArgsEnd) {
			return nil
		}
		return c
	}
}

func textHidesCall(sem *model.Semantics, n *Count) {
	honest := sem.Owner
	sem.Owner = func(s *model.State, ss *model.Session, e *spec.Event) *model.Message {
		m := honest(s, ss, e)
		began := m != nil && m.At == e.Record && slices.ContainsFunc(m.Parts, func(p *model.Part) bool { return p.Kind == spec.TextPart })
		if n.when(began) {
			return nil
		}
		return m
	}
}
