package adapted

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// pair adapts the two sides to each other where that needs both; cut says that both hit a limit. It removes ids
// that several messages or calls of the input have, because the output needs
// unique ids.
func (s *Shared) pair(want, got *spec.Session, cut bool) {
	s.pairTurns(want, got)
	pairs(pointers(want.Messages), pointers(got.Messages), func(m *spec.Message) *string { return &m.ID }, likeMessages, func(w, g *spec.Message) {
		if cut {
			pairEnd(w, g)
		}
		s.pairMessages(w, g)
	})
	order := pairs(want.Calls(), got.Calls(), func(c *spec.Call) *string { return &c.ID }, likeCalls, s.pairCalls)
	if !s.Owners { // the order is that of ids, which may have changed
		held := make([]spec.Call, len(order))
		for i, c := range order {
			held[i] = *c
		}
		got.Held = held
	}
}

// pairTurns accepts an error or abort as the end of a turn that broke off, and
// any end of a waiting turn if the output cannot represent waiting.
func (s *Shared) pairTurns(want, got *spec.Session) {
	if len(want.Turns) == 0 && len(got.Messages) == 0 && !s.Same { // opened only to emit that nothing came
		got.Turns = nil
	}
	for i := range min(len(want.Turns), len(got.Turns)) {
		w, g := &want.Turns[i], &got.Turns[i]
		if w.Status == "" {
			g.Status, g.Error = "", nil
		}
		if w.StopReason == nil || w.Status == "" { // a dialect may demand a stop reason
			g.StopReason = w.StopReason
		}
		if w.Status == "" {
			g.Usage = w.Usage
			continue
		}
		if w.Status != spec.Incomplete || g.Status != spec.Failed && g.Status != spec.Cancelled {
			continue
		}
		g.Status, g.Error = w.Status, w.Error
		if i == len(want.Turns)-1 && got.Status == spec.Failed && want.Status == spec.Open {
			got.Status = want.Status
		}
	}
}

func pointers[T any](list []T) []*T {
	all := make([]*T, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// pairs finds a partner in the second list for each item of the first: the item
// with its id, or if ids do not help, the most similar of the rest. It clears
// wanted ids that are not unique. It returns the second list in the order of
// the first, with unpaired items last.
func pairs[T any](want, got []*T, id func(*T) *string, like func(w, g *T) int, each func(w, g *T)) []*T {
	at := make([]*T, len(want))
	uses, byID, taken := map[string]int{}, map[string]*T{}, map[*T]bool{}
	for _, w := range want {
		uses[*id(w)]++
	}
	for _, g := range got {
		if _, twice := byID[*id(g)]; !twice {
			byID[*id(g)] = g
		}
	}
	for i, w := range want {
		if g := byID[*id(w)]; *id(w) != "" && uses[*id(w)] == 1 && g != nil {
			taken[g], at[i] = true, g
			each(w, g)
		}
	}
	rest := slices.DeleteFunc(slices.Clone(got), func(g *T) bool { return taken[g] })
	for i, w := range want {
		if uses[*id(w)] == 1 && *id(w) != "" {
			continue
		}
		*id(w) = ""
		if n := mostLike(w, rest, like); n >= 0 {
			at[i] = rest[n]
			each(w, rest[n])
			rest = slices.Delete(rest, n, n+1)
		}
	}
	return append(slices.DeleteFunc(at, func(g *T) bool { return g == nil }), rest...)
}

// mostLike returns the index of the first of the candidates that are most
// similar to an item, -1 if there is none.
func mostLike[T any](w *T, candidates []*T, like func(w, g *T) int) int {
	best, most := -1, -1
	for i, g := range candidates {
		if n := like(w, g); n > most {
			best, most = i, n
		}
	}
	return best
}

func likeMessages(w, g *spec.Message) int {
	if keyOf(w) == keyOf(g) {
		return 1
	}
	return 0
}

func likeCalls(w, g *spec.Call) int {
	n := 0
	if w.Name == g.Name {
		n++
	}
	if spec.JSONEqual([]byte(w.Args), []byte(g.Args)) {
		n++
	}
	if spec.JSONEqual(w.Result, g.Result) {
		n++
	}
	return n
}

// pairEnd accepts that a message at a limit has no end on one side, where an end would
// end the arguments, too, inside of which the limit was.
func pairEnd(want, got *spec.Message) {
	if slices.ContainsFunc(want.Calls, func(c spec.Call) bool { return c.Status == spec.Abandoned }) {
		got.Complete = want.Complete
	}
}

// pairMessages accepts a stop reason in the output where the input has none,
// because a dialect may demand one. It must not be "stop" if there are calls.
func (s *Shared) pairMessages(want, got *spec.Message) {
	if !s.Same && !want.Complete { // the message's end would have to carry them
		want.StopReason, got.StopReason, want.Usage, got.Usage = nil, nil, nil, nil
	}
	switch {
	case s.Same:
	case got.StopReason == nil && want.StopReason != nil && !known(*want.StopReason):
		got.StopReason = want.StopReason // the dialect has no word for that
	case got.StopReason == nil:
	case want.StopReason == nil && (*got.StopReason != "stop" || len(want.Calls) == 0):
		got.StopReason = nil
	}
}

func known(reason string) bool { _, ok := stopWords[reason]; return ok }

func (s *Shared) pairCalls(want, got *spec.Call) {
	s.pairArgs(want, got)
	s.pairResults(want, got)
}

func (s *Shared) pairArgs(want, got *spec.Call) {
	if s.both(argsText) {
		return
	}
	none := func(args string) bool { return args == "" || spec.JSONEqual([]byte(args), []byte(`{}`)) }
	valid := json.Valid([]byte(want.Args))
	switch {
	case none(want.Args) && none(got.Args):
		want.Args, got.Args = "", ""
	case !valid && !s.Out.ArgsDeltas && !s.Out.ArgsText:
		want.Args, got.Args = "", ""
	}
	want.ArgsValue = valid
}

// pairResults accepts a result as text if the output has only text, and an
// error as the result of an unanswered call.
func (s *Shared) pairResults(want, got *spec.Call) {
	if want.Status == spec.Abandoned && len(want.Result) == 0 && got.Status == spec.Failed && got.IsError {
		got.Status, got.IsError, got.Result = want.Status, false, nil
		return
	}
	if s.Out.ResultMembers && !s.In.ResultMembers {
		got.Result = member(got.Result, want.Result)
	}
	textual := s.Out.TextResults || s.Out.ErrorText && want.Status == spec.Failed
	if textual && (len(want.Result) == 0 && want.Status == spec.Failed || sameAsText(want.Result, got.Result)) {
		got.Result = want.Result
	}
}

// member returns the member of a result that is the value, else the result.
func member(result, value json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(result, &members) // what is no object has none
	for _, m := range members {
		if spec.JSONEqual(m, value) {
			return m
		}
	}
	return result
}

// sameAsText reports whether a text represents a value: its JSON, or the texts
// of its blocks.
func sameAsText(value, text json.RawMessage) bool {
	var decoded string
	if json.Unmarshal(text, &decoded) != nil {
		return false
	}
	if spec.JSONEqual(value, []byte(decoded)) {
		return true
	}
	var blocks []struct {
		Type, Text string
	}
	if json.Unmarshal(value, &blocks) != nil {
		return false
	}
	var all strings.Builder
	for _, b := range blocks {
		all.WriteString(b.Text)
	}
	return len(blocks) > 0 && all.String() == decoded
}
