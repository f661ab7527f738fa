package readers

import "strings"

// A row says how differences at one place of a transcript are put into words. {is},
// {s}, {a} and {its} stand for the number of items, {got} and {want} for the values.
type row struct {
	// place is a path without its indexes. For a field of a call it begins where the
	// call ends, since calls stand in several places.
	place string
	// missing, extra and changed are the ranks of the three kinds of difference.
	missing, extra, changed int
	// about is the subject of the sentence. item is what its % stands for; "" where
	// there is no %.
	about, item string
	// The predicates; "" for the usual ones.
	isMissing, isExtra, isChanged string
}

// The usual predicates, and one for orders.
const (
	usualMissing = "{is} not shown"
	usualExtra   = "{is} shown, where there {is} none"
	usualChanged = "{is} shown as {got}, not as {want}"
	anotherOrder = "{is} another"
)

// Ranks: of what stands elsewhere, from which on most programs show nothing of it, and
// of nothing at all.
const (
	movedRank  = 20
	hardlySeen = 60
	leastRank  = 99
)

var rows = []row{
	{"outcome", 40, 40, 40, "the run", "", "", "", ""},
	{"sessions[]", 10, 25, 0, "%", "session", "{is} not shown at all", "", ""},
	{"sessions[].parent", 50, 50, 50, "the parent{s} of %", "session", "", "", ""},
	{"sessions[].parent_call", 50, 50, 50, "the call{s} that made %", "session", "", "", ""},
	{"sessions[].agent", 50, 50, 50, "the agent{s} of %", "session", "", "", ""},
	{"sessions[].status", 45, 45, 45, "%", "session", "", "", ""},
	{"sessions[].turns[]", 32, 32, 0, "%", "turn", "", "", ""},
	{"sessions[].turns[].status", 41, 41, 41, "%", "turn", "", "", ""},
	{"sessions[].turns[].error", 35, 35, 35, "the error{s} of %", "turn", "", "", ""},
	{"sessions[].turns[].stop_reason", 70, 70, 70, "the stop reason{s} of %", "turn", "", "", ""},
	{"sessions[].turns[].usage", 71, 71, 71, "the token count{s} of %", "turn", "", "", ""},
	{"sessions[].messages[]", 10, 22, 0, "%", "message", "", "", ""},
	{"sessions[].messages[].id", 60, 60, 60, "the id{s} of %", "message", "", "", ""},
	{"sessions[].messages[].turn", 61, 61, 61, "the turn{s} of %", "message", "", "", ""},
	{"sessions[].messages[].role", 50, 50, 50, "the role{s} of %", "message", "", "", ""},
	{"sessions[].messages[].agent", 50, 50, 50, "the speaker{s} of %", "message", "", "", ""},
	{"sessions[].messages[].complete", 62, 62, 62, "%", "message", "", "", "{is} shown with complete {got}, not {want}"},
	{"sessions[].messages[].stop_reason", 70, 70, 70, "the stop reason{s} of %", "message", "", "", ""},
	{"sessions[].messages[].usage", 71, 71, 71, "the token count{s} of %", "message", "", "", ""},
	{"sessions[].messages[].metadata", 72, 72, 72, "the metadata of %", "message", "", "", ""},
	{"sessions[].messages[].parts[]", 11, 23, 0, "{a}text{s} of %", "message", "", "", ""},
	{"sessions[].messages[].parts[].kind", 55, 55, 55, "the order of texts and calls in %", "message", "is another", "is another", "is another"},
	{"sessions[].messages[].parts[].text", 12, 23, 12, "{a}text{s} of %", "message", "", "", "{is} wrong"},
	{"sessions[].messages[].parts[].metadata", 72, 72, 72, "the metadata of a part of %", "message", "", "", ""},
	{"sessions[].messages[].calls[]", 9, 21, 0, "%", "call", "", "", ""},
	{"sessions[].held[]", 54, 24, 0, "%", "call", "{is} not kept for the next message", "{is} shown without a message", ""},
	{"sessions[].abandoned[]", 54, 24, 0, "%", "call", "{is} not shown as abandoned", "{is} shown as abandoned", ""},
	{"[].id", 31, 31, 31, "the id{s} of %", "call", "", "", ""},
	{"[].name", 31, 31, 31, "the name{s} of %", "call", "", "", "{is} wrong"},
	{"[].args", 30, 30, 30, "the arguments of %", "call", "are not shown", "are shown, where there are none", "are wrong"},
	{"[].status", 42, 42, 42, "%", "call", "", "", ""},
	{"[].result", 29, 29, 29, "the result{s} of %", "call", "", "", "{is} wrong"},
	{"[].is_error", 33, 33, 33, "%", "call", "", "", "{is} shown with error {got}, not {want}"},
	{"[].child", 52, 52, 52, "the sub-session{s} of %", "call", "", "", ""},
	{"[].metadata", 72, 72, 72, "the metadata of %", "call", "", "", ""},
	{"sessions[].orphans[]", 28, 28, 0, "{a}result{s}", "", "{is} not shown that {is} of no call", "{is} shown alone, without {its} call", ""},
	{"sessions[].orphans[].id", 34, 34, 34, "the id of a result without a call", "", "", "", ""},
	{"sessions[].orphans[].result", 34, 34, 34, "a result without a call", "", "", "", ""},
	{"sessions[].unattributed[]", 34, 27, 27, "{a}piece{s}", "", "that nothing claims {is} not shown", "{is} shown apart, of no message or call", "that nothing claims {is} wrong"},
	{"active[]", 44, 44, 0, "%", "call", "{is} not shown as running while {its} result is missing", "{is} shown as running, and {is} not", ""},
	{"active[].phase", 44, 44, 44, "%", "call", "", "", ""},
	{"agents[]", 51, 51, 0, "the run{s} of %", "agent", "", "", ""},
	{"agents[].status", 43, 43, 43, "the run{s} of %", "agent", "", "", ""},
	{"agents[].name", 50, 50, 50, "the name{s} of %", "agent", "", "", ""},
	{"agents[].session", 52, 52, 52, "the session{s} of %", "agent", "", "", ""},
	{"agents[].log[]", 53, 53, 53, "the tool log{s} of %", "agent", "", "", ""},
	{"quota.limited", 46, 46, 46, "the limit", "", "", "", "is shown with limited {got}, not {want}"},
	{"quota.window", 46, 46, 46, "the window of the limit", "", "", "", ""},
	{"history[]", 73, 73, 73, "{a}entry of the history", "", "", "", "is another"},
	{"anomalies[]", 80, 80, 0, "{a}fault{s} of the stream", "", "{is} not reported", "{is} reported, where there {is} none", ""},
}

// rowOf returns the row of a place.
func rowOf(place string) *row {
	var field *row
	for i := range rows {
		switch r := &rows[i]; {
		case r.place == place:
			return r
		case r.place[0] == '[' && strings.HasSuffix(place, r.place):
			field = r
		}
	}
	if field != nil {
		return field
	}
	return &row{place: place, missing: 75, extra: 75, changed: 75, about: place}
}
