package check

import (
	"encoding/json"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/provider"
)

// call finds the session's call for a call of the history.
func (h *historyReader) call(at int, p provider.Part) {
	if h.taken == nil {
		h.taken = map[*spec.Call]bool{}
	}
	own := h.own(p, true)
	if own == nil {
		own = h.own(p, false)
	}
	if own == nil {
		h.add(historyForeign, spec.Extra, place(at), "", p.Name+" "+p.ID+" "+p.Args)
		return
	}
	h.taken[own] = true
	h.met = append(h.met, metCall{at: at, call: p, own: own})
}

// own returns the session's first matching call that is not taken. With sameID
// the id must match too. Another id may match if the session's id is useless:
// empty, or shared by several calls.
func (h *historyReader) own(p provider.Part, sameID bool) *spec.Call {
	all := h.root.Calls()
	for _, c := range all {
		if h.taken[c] || c.Name != p.Name && c.Name != "" || !sameArgs(c.Args, p.Args) {
			continue
		}
		if c.ID == p.ID || !sameID && !useful(all, c.ID) {
			return c
		}
	}
	return nil
}

func useful(all []*spec.Call, id string) bool {
	n := 0
	for _, c := range all {
		if c.ID == id {
			n++
		}
	}
	return id != "" && n == 1
}

// sameArgs compares arguments as objects; providers accept nothing else
// unchanged. Missing arguments equal the empty object.
func sameArgs(want, got string) bool {
	var object map[string]json.RawMessage
	if strings.TrimSpace(want) == "" {
		want = "{}"
	}
	if json.Unmarshal([]byte(want), &object) != nil || object == nil {
		return true
	}
	if strings.TrimSpace(got) == "" {
		got = "{}"
	}
	return spec.JSONEqual([]byte(want), []byte(got))
}

// result pairs a result with the newest call of its id that has none.
func (h *historyReader) result(at int, p provider.Part) {
	for i := len(h.met) - 1; i >= 0; i-- {
		m := &h.met[i]
		if m.call.ID != p.ID || m.answered {
			continue
		}
		m.answered = true
		if want := m.own.Result; answered(m.own) && !sameContent(want, p.Value) {
			h.add(historyLost, spec.Changed, place(at), string(want), string(p.Value))
		}
		return
	}
}

// answered reports whether a call has a result that is not empty.
func answered(c *spec.Call) bool {
	return !spec.EmptyJSON(c.Result)
}

// sameContent compares the contents of results. A text, or the texts of a list
// of blocks, compares as text. Everything else compares as a JSON value, which
// may be written as text.
func sameContent(want, got json.RawMessage) bool {
	wantText, gotText := contentText(want), contentText(got)
	return wantText == gotText || spec.JSONEqual(want, got) || json.Valid([]byte(gotText)) && spec.JSONEqual(want, []byte(gotText))
}

// contentText returns the text of a content, "" if it is none.
func contentText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var blocks []struct {
		Text *string `json:"text"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return string(content)
	}
	var b strings.Builder
	for _, block := range blocks {
		if block.Text == nil {
			return string(content)
		}
		b.WriteString(*block.Text)
	}
	return b.String()
}

// unmet reports the answered calls of the session that the history lacks.
func (h *historyReader) unmet() {
	for _, c := range h.root.Calls() {
		if answered(c) && !h.taken[c] {
			h.add(historyLost, spec.Missing, "history", c.Name+" "+c.ID+" "+c.Args, "")
		}
	}
}

// order compares the order of calls in each message of the history with the
// session's message.
func (h *historyReader) order() {
	for i := range h.root.Messages {
		last := map[int]int{} // message of the history -> its last call so far
		for _, m := range h.met {
			at := indexOf(h.root.Messages[i].Calls, m.own)
			if at < 0 {
				continue
			}
			if before, seen := last[m.at]; seen && before > at {
				h.add(historyOrder, spec.Changed, place(m.at), "the calls in the order in which they began", "")
			}
			last[m.at] = at
		}
	}
}

func indexOf(calls []spec.Call, own *spec.Call) int {
	for n := range calls {
		if &calls[n] == own {
			return n
		}
	}
	return -1
}
