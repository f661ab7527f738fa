package spec

import "strings"

// DifferenceKind says which side has an item.
type DifferenceKind string

// Missing: the item is wanted and absent (or empty). Extra: it is present and
// not wanted. Changed: the two sides differ.
const (
	Missing DifferenceKind = "missing"
	Extra   DifferenceKind = "extra"
	Changed DifferenceKind = "changed"
)

// A Difference is one place at which two transcripts differ.
type Difference struct {
	// Path is the place, such as sessions["s1"].messages[0].calls[1].status.
	// Indexes count in the wanted transcript, or in the other one where Kind is
	// Extra.
	Path string         `json:"path"`
	Kind DifferenceKind `json:"kind"`
	// Part is the part that a candidate must observe for the difference to
	// count.
	Part Observable `json:"part"`
	// Want and Got are compact JSON, "" for nothing.
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
	// Session, Message and Call are the ids around the place, as far as there
	// are any: the wanted ones if present, else the candidate's.
	Session string `json:"session,omitempty"`
	Message string `json:"message,omitempty"`
	Call    string `json:"call,omitempty"`
	// WantAt and GotAt are the At of the innermost call, message or session around
	// the place, one in each transcript; 0 where it is not known or not there.
	WantAt int `json:"-"`
	GotAt  int `json:"-"`
}

// Field is the name behind the path's last dot, "" where the path ends in an
// index.
func (d *Difference) Field() string {
	if strings.HasSuffix(d.Path, "]") {
		return ""
	}
	return d.Path[strings.LastIndexByte(d.Path, '.')+1:]
}

// String formats the difference as one line.
func (d Difference) String() string {
	switch d.Kind {
	case Missing:
		return d.Path + " missing: want " + d.Want
	case Extra:
		return d.Path + " extra: got " + d.Got
	}
	return d.Path + ": want " + d.Want + ", got " + d.Got
}

// Compare holds the options of a comparison. The zero value observes nothing
// and finds nothing.
type Compare struct {
	Observes Parts
}

// Transcripts returns every difference between the wanted transcript and a
// candidate's, in document order; nil if there is none. The procedure:
//
//  1. Only the observed parts count, without the lacked fields. If calls are not
//     observed, messages are compared without their call parts. If messages are
//     not observed, the calls of a session are one list, matched by id.
//  2. Absent, null and empty are equal. The session id "" is an id if any session
//     has it; then a parent "" differs from no parent.
//  3. Sessions are matched by id. A missing session is missing with all its
//     observed contents.
//  4. Turns, messages, parts and calls are compared in order. A lost or added item
//     is one difference, because the others are aligned.
//  5. Active calls, agents and anomalies are multisets. Anomalies compare by kind
//     and session alone; those that Optional names are left out.
//  6. A message or call id is compared unless the wanted one is empty.
//  7. The turn of a message is compared if turns are observed, the child of a call
//     if sessions are. Where the reader lacks partial items, an item that is not
//     complete yet may be missing.
//  8. Args are compared byte for byte, or as JSON values if the wanted call's
//     ArgsValue says so or their text is lacked. Results and metadata are compared
//     as JSON values (JSONEqual), all other text byte for byte.
//
// It neither changes nor keeps the transcripts.
func (c Compare) Transcripts(want, got *Transcript) []Difference {
	return c.walk(want, got, false).found
}

// Differ reports whether Transcripts finds any difference. It is faster.
func (c Compare) Differ(want, got *Transcript) bool {
	return c.walk(want, got, true).count > 0
}

func (c Compare) walk(want, got *Transcript, quiet bool) *differ {
	d := &differ{observes: c.Observes, emptyIsID: hasEmptyID(want) || hasEmptyID(got), quiet: quiet}
	want, got = want.without(c.Observes.Lacks()), got.without(c.Observes.Lacks())
	d.want, d.unseen = want, d.unlistedIn(want, got)
	if d.enter(ObserveOutcome) {
		diffString(d, "outcome", want.Outcome, got.Outcome)
	}
	d.sessions(want.Sessions, got.Sessions)
	if d.enter(ObserveActive) {
		d.active(want.Active, got.Active)
	}
	if d.enter(ObserveAgents) {
		d.agents(want.Agents, got.Agents)
	}
	if d.enter(ObserveQuota) {
		d.quota(&want.Quota, &got.Quota)
	}
	if d.enter(ObserveHistory) {
		sequence(d, "history", want.History, got.History, historyEntries)
	}
	if d.enter(ObserveAnomalies) {
		d.anomalies(want.Anomalies, got.Anomalies)
	}
	return d
}

func hasEmptyID(t *Transcript) bool {
	for i := range t.Sessions {
		if t.Sessions[i].ID == "" {
			return true
		}
	}
	return false
}
