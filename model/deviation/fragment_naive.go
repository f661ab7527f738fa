package deviation

import (
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// naive are plausible but wrong readers of fragments.
var naive = []wrong{
	{"unwraps-quotes", "fragment/concatenate", rows("Z031"), "What begins as a quoted string is unquoted, piece by piece.", unwrapsQuotes},
	{"escapes-markup", "fragment/concatenate", rows("Z041"), "Characters that mean something in HTML are escaped.", escapesMarkup},
	{"mints-id", "fragment/scoped-key", rows("Z059"), "A continuation without an id is a new call with an id of its own.", mintsID},
	{"stray-is-nameless-call", "fragment/unclaimed", rows("Z061"), "A piece that nobody claims is a call without a name.", strayIsNameless},
	{"last-name-wins", "fragment/name-set-once", rows("Z067"), "A later name or id replaces the first.", lastNameWins},
	{"next-drops-pending", "fragment/open-together", rows("Z197"), "The next message takes the place of what the one before was saying.", nextDropsPending},
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
