package wrong

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

var repeat = []Mistake{
	{"full-appended", "repeat/partial-then-full", rows("Z314"), "A full message is appended to what streamed.", fullAppended},
	{"full-removes", "repeat/partial-then-full", rows("Z350"), "What a full message does not repeat is removed.", fullRemoves},
	{"full-ignored", "repeat/partial-then-full", rows("Z193"), "A full message after deltas is ignored.", fullIgnored},
	{"stale-text-wins", "repeat/partial-then-full", rows("Z364"), "A full text replaces a longer one that streamed.", takes("Completes", "always")},
	{"arguments-overwritten", "repeat/partial-then-full", rows("Z195"), "Whole arguments replace what streamed, always.", takes("Replaces", "always")},
	{"whole-arguments-appended", "repeat/partial-then-full", rows("Z045"), "Whole arguments are appended to what streamed.", wholeAppended},
	{"replay-counts", "repeat/replay", rows("Z288"), "An event that was seen before counts again.", replayCounts},
	{"second-result-wins", "repeat/result-twice", rows("Z318"), "A second result replaces the first.", secondResultWins},
	{"second-result-joined", "repeat/result-twice", nil, "A second result is appended to the first.", secondResultJoined},
	{"second-result-unreported", "repeat/result-twice", nil, "A second result is passed over in silence.", takes("Twice", "nothing")},
	{"progress-completes", "repeat/result-twice", rows("Z454"), "A preliminary result completes its call.", progressCompletes},
	{"equal-piece-dropped", "repeat/not-by-content", rows("Z286"), "A piece equal to the end of what is there is a duplicate.", equalPieceDropped},
	{"cumulative-guessed", "repeat/not-by-content", rows("Z302"), "A piece that begins with what is there replaces it.", cumulativeGuessed},
	{"void-kept", "repeat/retracted", rows("Z312"), "What is declared void stays.", takes("Retract", "nothing")},
	{"void-calls-kept", "repeat/retracted", rows("Z310"), "Of what is declared void the calls stay.", voidCallsKept},
}

// fulls replaces what a full message does; streamed says whether the message had
// parts before.
func fulls(departs func(m *model.Message, snap *spec.Snapshot) bool, before, after func(m *model.Message, snap *spec.Snapshot)) func(*model.Semantics, *Count) {
	return func(sem *model.Semantics, n *Count) {
		honest := sem.Full
		sem.Full = func(s *model.State, ss *model.Session, m *model.Message, snap *spec.Snapshot, complete bool) {
			wrong := n.when(departs(m, snap))
			if wrong && before != nil {
				before(m, snap)
				return
			}
			honest(s, ss, m, snap, complete)
			if wrong {
				after(m, snap)
			}
		}
	}
}

func streamed(m *model.Message, _ *spec.Snapshot) bool { return len(m.Parts) > 0 }

var (
	fullIgnored = fulls(streamed, func(*model.Message, *spec.Snapshot) {}, nil)

	fullAppended = fulls(streamed, nil, func(m *model.Message, snap *spec.Snapshot) {
		for i := range snap.Parts {
			if snap.Parts[i].Text != "" {
				say(m, snap.Parts[i].Text)
			}
		}
	})

	fullRemoves = fulls(lacks, nil, func(m *model.Message, snap *spec.Snapshot) {
		m.Parts = slices.DeleteFunc(m.Parts, func(p *model.Part) bool { return !repeats(snap, p) })
	})
)

// lacks reports whether the snapshot does not repeat a part of the message.
func lacks(m *model.Message, snap *spec.Snapshot) bool {
	return slices.ContainsFunc(m.Parts, func(p *model.Part) bool { return !repeats(snap, p) })
}

func repeats(snap *spec.Snapshot, p *model.Part) bool {
	return slices.ContainsFunc(snap.Parts, func(q spec.SnapshotPart) bool {
		return q.Kind == p.Kind && (p.Call == nil || p.Call.ID == q.Call)
	})
}

func wholeAppended(sem *model.Semantics, n *Count) {
	honest := sem.Replaces
	sem.Replaces = func(c *model.Call, text string) bool {
		if n.when(len(c.Args) > 0) {
			c.Args = append(c.Args, text...)
			return false
		}
		return honest(c, text)
	}
}

func replayCounts(sem *model.Semantics, n *Count) {
	honest := sem.Replay
	sem.Replay = func(e *spec.Event) bool { return answer(n, honest(e), false) }
}

func secondResultWins(sem *model.Semantics, n *Count) {
	sem.Twice = func(_ *model.State, c *model.Call, e *spec.Event) {
		n.when(true)
		c.Result = e.Result
	}
}

func secondResultJoined(sem *model.Semantics, n *Count) {
	honest := sem.Twice
	sem.Twice = func(s *model.State, c *model.Call, e *spec.Event) {
		honest(s, c, e)
		var first, second string
		if n.when(json.Unmarshal(c.Result, &first) == nil && json.Unmarshal(e.Result, &second) == nil && second != "") {
			c.Result, _ = json.Marshal(first + second) // a text has JSON
		}
	}
}

var (
	equalPieceDropped = joins(func(have []byte, piece string) []byte {
		if len(piece) > 0 && strings.HasSuffix(string(have), piece) {
			return have
		}
		return append(have, piece...)
	})

	cumulativeGuessed = joins(func(have []byte, piece string) []byte {
		if len(have) > 0 && strings.HasPrefix(piece, string(have)) {
			return []byte(piece)
		}
		return append(have, piece...)
	})
)

func voidCallsKept(sem *model.Semantics, n *Count) {
	honest := sem.Retract
	sem.Retract = func(ss *model.Session, m *model.Message, void func(*model.Part) bool) {
		n.when(slices.ContainsFunc(m.Parts, func(p *model.Part) bool { return p.Call != nil && void(p) }))
		honest(ss, m, func(p *model.Part) bool { return p.Call == nil && void(p) })
	}
}

func progressCompletes(sem *model.Semantics, n *Count) {
	sem.Progress = func(c *model.Call, _ *spec.Event) {
		if n.when(running(c)) {
			c.Status = spec.Done
		}
	}
}
