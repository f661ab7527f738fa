package wrong

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var fragment = []Mistake{
	{"trims-pieces", "fragment/concatenate", nil, "It trims each piece of text before it joins it.", trimsPieces},
	{"keeps-first-piece", "fragment/concatenate", rows("Z033"), "What begins an item stands, and what follows is dropped.", keepsFirstPiece},
	{"keeps-last-piece", "fragment/concatenate", nil, "It takes each piece for all that there is so far.", keepsLastPiece},
	{"restated-is-more", "fragment/concatenate", nil, "Arguments that are said again from their beginning are appended.", restatedIsMore},
	{"restated-is-old", "fragment/concatenate", nil, "Arguments that are said again from their beginning add nothing.", restatedIsOld},
	{"blank-is-nothing", "fragment/concatenate", nil, "It drops pieces of blank space alone.", blankIsNothing},
	{"loses-split-escape", "fragment/cut-invariant", rows("Z015", "Z023"), "It drops an escape that a piece ends within.", losesSplitEscape},
	{"loses-single-bytes", "fragment/cut-invariant", rows("Z047"), "It waits for more where a piece is one character, and loses it.", losesSingles},
	{"last-call-seen", "fragment/scoped-key", rows("Z127"), "A piece without an id belongs to the last call of its message, whatever its slot.", lastCallSeen},
	{"slot-of-any-session", "fragment/scoped-key", rows("Z003"), "A slot means the call at that slot in whichever session has one first.", slotOfAnySession},
	{"slot-opened-last", "fragment/scoped-key", nil, "A piece without an id belongs to the call opened last at its slot, in whatever session or message.", slotOpenedLast},
	{"same-slot-same-call", "fragment/slot-reuse", rows("Z001"), "A new id at a slot that was used is the call that used it.", sameSlotSameCall},
	{"first-at-slot", "fragment/slot-reuse", rows("Z147"), "A piece belongs to the first call at its slot, not to the last.", firstAtSlot},
	{"slot-outlives-message", "fragment/slot-reuse", rows("Z117"), "A slot is the call that used it in an earlier message.", slotOutlivesMessage},
	{"complete-at-first-piece", "fragment/not-before-complete", rows("Z019"), "Arguments are complete with their first piece.", completeAtFirst},
	{"empty-counts", "fragment/empty-is-nothing", rows("Z029"), "An empty piece is taken like any other.", emptyCounts},
	{"slot-zero-is-none", "fragment/empty-is-nothing", rows("Z103"), "Slot 0 is taken for no slot.", slotZeroIsNone},
	{"empty-name-counts", "fragment/empty-is-nothing", rows("Z111"), "A later event without a name blanks the name.", emptyNameCounts},
	{"carried-dropped", "fragment/first-may-carry", rows("Z013"), "What an announcement carries is dropped.", carriedDropped},
	{"one-call-a-record", "fragment/many-in-one", rows("Z009"), "Of several calls in one record the first counts.", oneCallARecord},
	{"slot-over-id", "fragment/drifting-slot", rows("Z320"), "The slot of a piece decides, though it has an id.", slotOverID},
	{"next-closes-all", "fragment/open-together", rows("Z215"), "The next message closes the one before, which may go on.", nextClosesAll},
	{"early-dropped", "fragment/unclaimed", rows("Z464"), "A piece that comes before its start is dropped.", takes("Hold", "nothing")},
	{"slotless-refused", "fragment/unclaimed", rows("Z005"), "A piece without a slot belongs to nobody.", slotlessRefused},
	{"stray-as-prose", "fragment/unclaimed", rows("Z007"), "A piece that nobody claims is shown as text.", strayAsProse},
	{"stray-unreported", "fragment/unclaimed", nil, "A piece that nobody claims disappears.", takes("Stray", "nothing")},
	{"guesses-owner", "fragment/ambiguous", nil, "Of several owners it takes the first.", guessesOwner},
	{"malformed-emptied", "fragment/malformed-kept", rows("Z017"), "Arguments that do not parse become none.", malformedEmptied},
	{"truncated-repaired", "fragment/truncated-not-repaired", rows("Z021"), "Arguments cut off are closed, and the call has run.", truncatedRepaired},
	{"placeholder-counts", "fragment/no-arguments fragment/first-may-carry", rows("Z025"), "A call that begins without arguments has {}.", placeholderCounts},
	{"eldest-takes-all", "fragment/no-arguments", rows("Z027"), "A piece goes to the first call that has no arguments yet.", eldestTakesAll},
	{"name-appended", "fragment/name-set-once", rows("Z071"), "A name or id that is repeated is appended.", nameAppended},
	{"repeated-id-is-new", "fragment/name-set-once", rows("Z057"), "Each announcement of an id begins a call.", repeatedIDIsNew},
}

func joins(wrong func(have []byte, piece string) []byte) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Join
		sem.Join = func(have []byte, piece string) []byte {
			got := wrong(append([]byte(nil), have...), piece)
			if n.when(string(got) != string(have)+piece) {
				return got
			}
			return honest(have, piece)
		}
	}
}

var (
	trimsPieces = joins(func(have []byte, piece string) []byte { return append(have, strings.TrimSpace(piece)...) })

	keepsLastPiece = joins(func(_ []byte, piece string) []byte { return []byte(piece) })

	keepsFirstPiece = joins(func(have []byte, piece string) []byte {
		if len(have) > 0 {
			return have
		}
		return []byte(piece)
	})

	losesSplitEscape = joins(func(have []byte, piece string) []byte {
		return append(have, splitEscape.ReplaceAllString(piece, "")...)
	})

	losesSingles = joins(func(have []byte, piece string) []byte {
		if len(have) > 0 && len(piece) == 1 {
			return have
		}
		return append(have, piece...)
	})
)

// restates replaces how arguments are updated that are repeated from their
// beginning.
func restates(wrong func(have []byte, whole string) []byte) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		sem.Restate = func(have []byte, whole string) []byte {
			got := wrong(have, whole)
			n.when(string(got) != whole)
			return got
		}
	}
}

var (
	restatedIsMore = restates(func(have []byte, whole string) []byte { return append(have, whole...) })

	restatedIsOld = restates(func(have []byte, whole string) []byte {
		if len(have) > 0 {
			return have
		}
		return []byte(whole)
	})
)

var splitEscape = regexp.MustCompile(`\\(u[0-9a-fA-F]{0,3})?$`)

func blankIsNothing(sem *model.Semantics, n *Count) {
	honest := sem.Nothing
	sem.Nothing = func(e *spec.Event) bool {
		return answer(n, honest(e), honest(e) || strings.TrimSpace(e.Text) == "" && len(e.Metadata) == 0)
	}
}

func emptyCounts(sem *model.Semantics, n *Count) {
	honest := sem.Nothing
	sem.Nothing = func(e *spec.Event) bool { return answer(n, honest(e), false) }
}

// completeAtFirst calls the honest decision too, so that it keeps reading.
func completeAtFirst(sem *model.Semantics, n *Count) {
	honest := sem.Whole
	sem.Whole = func(c *model.Call, piece string) bool { return answer(n, honest(c, piece), true) }
}

func names(wrong func(have, more string) string) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.SetOnce
		sem.SetOnce = func(have, more string) string { return answer(n, honest(have, more), wrong(have, more)) }
	}
}

var (
	nameAppended    = names(func(have, more string) string { return have + more })
	emptyNameCounts = names(func(_, more string) string { return more })
)

func carries(wrong func(text string) string) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.FirstArgs
		sem.FirstArgs = func(e *spec.Event) (string, bool) {
			text, value := honest(e)
			return answer(n, text, wrong(text)), value
		}
	}
}

var (
	carriedDropped    = carries(func(string) string { return "" })
	placeholderCounts = carries(func(text string) string {
		if text == "" {
			return "{}"
		}
		return text
	})
)

func nextClosesAll(sem *model.Semantics, n *Count) {
	honest := sem.NextMessage
	sem.NextMessage = func(s *model.State, ss *model.Session) {
		m := spoken(ss, isOpen)
		if n.when(m != nil && !s.Features.NextCloses) {
			m.Open, m.Complete = false, true
			return
		}
		honest(s, ss)
	}
}

func malformedEmptied(sem *model.Semantics, n *Count) {
	honest := sem.Malformed
	sem.Malformed = func(s *model.State, c *model.Call) {
		honest(s, c)
		if n.when(len(c.Args) > 0) {
			c.Args = nil
		}
	}
}

func truncatedRepaired(sem *model.Semantics, n *Count) {
	honest := sem.Abandon
	sem.Abandon = func(s *model.State, ss *model.Session, c *model.Call, cancelled, input bool) {
		cut := !c.ArgsDone && len(c.Args) > 0 && !json.Valid(c.Args)
		honest(s, ss, c, cancelled, input)
		if n.when(cut) {
			c.Args, c.Status = append(c.Args, `"}`...), spec.Done
		}
	}
}
