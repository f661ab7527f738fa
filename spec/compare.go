package spec

// DifferenceKind says on which side something stands.
type DifferenceKind string

// Missing: wanted and not there (or empty). Extra: there and not wanted.
// Changed: there in another form.
const (
	Missing DifferenceKind = "missing"
	Extra   DifferenceKind = "extra"
	Changed DifferenceKind = "changed"
)

// A Difference is one place at which two transcripts differ.
type Difference struct {
	// Path leads to the place: sessions["s1"].messages[0].calls[1].status. An
	// index is that of the wanted transcript, of the other one where Kind is
	// Extra.
	Path string         `json:"path"`
	Kind DifferenceKind `json:"kind"`
	// Part is what a candidate must observe for the difference to count.
	Part Observable `json:"part"`
	// Want and Got are compact JSON, "" where there is nothing.
	Want string `json:"want,omitempty"`
	Got  string `json:"got,omitempty"`
	// Session, Message and Call are the ids of what the place is in, as far as
	// there are any (the wanted ones, else the others).
	Session string `json:"session,omitempty"`
	Message string `json:"message,omitempty"`
	Call    string `json:"call,omitempty"`
}

// String is the difference as one line.
func (d Difference) String() string {
	switch d.Kind {
	case Missing:
		return d.Path + " missing: want " + d.Want
	case Extra:
		return d.Path + " extra: got " + d.Got
	}
	return d.Path + ": want " + d.Want + ", got " + d.Got
}

// Compare says how transcripts are compared. The zero value observes nothing
// and finds nothing.
type Compare struct {
	Observes Parts
}

// Transcripts returns every difference between what is wanted and what a
// candidate gave, in document order; nil if there is none. Its procedure:
//
//  1. Only the observed parts count, without the fields that are lacked. Where
//     calls are not observed, messages are compared without their call parts;
//     where messages are not, the calls of a session are one list, matched by
//     id.
//  2. Absent, null and empty are equal. The session id "" is an id as soon as
//     a session has it: then a parent "" is not the same as none.
//  3. Sessions are matched by id. A session that is not there is missing with
//     all its observed contents.
//  4. Turns, messages, parts and calls are compared in order. Where one is lost
//     or added the others are aligned, so that it is one difference.
//  5. Active calls, agents and anomalies are multisets, anomalies of kind and
//     session alone, those that Optional names left out.
//  6. A message or call id is compared where the wanted one is not empty.
//  7. The turn of a message is compared where turns are observed, the child of a
//     call where sessions are.
//     What has not been seen whole may be missing where that is lacked.
//  8. Args are compared byte for byte, as JSON values where the wanted call's
//     ArgsValue says so or their text is lacked; results and metadata as JSON values (JSONEqual); all
//     other text byte for byte.
//
// Neither transcript is changed or kept.
func (c Compare) Transcripts(want, got *Transcript) []Difference {
	return c.walk(want, got, false).found
}

// Differ reports whether Transcripts finds any difference, for less work.
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
