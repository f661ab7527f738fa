package spec

import "encoding/json"

// lacks reports whether any of the fields is lacked.
func (d *differ) lacks(f Field) bool { return d.observes.Lacks()&f != 0 }

// status compares the status of two calls, as far as the candidate has words
// for it.
func (d *differ) status(want, got *Call) {
	if want.Status != got.Status && !d.sameStanding(want, got) {
		diffString(d, "status", want.Status, got.Status)
	}
}

// sameStanding reports whether two statuses are the same to a reader that lacks
// certain fields:
//
//   - denied: a denied call counts as failed;
//   - cancelled: a cancelled call counts as abandoned;
//   - phases: a call without a result is either open or given up;
//   - abandoned: a given-up call counts as open.
//
// A reader without phases, or one that never gives up a call, treats a late
// result as a result. An empty result may or may not count, because it has no
// content.
func (d *differ) sameStanding(want, got *Call) bool {
	w, g := want.Status, got.Status
	if d.lacks(FieldDenied) && w == Denied {
		w = Failed
	}
	if d.lacks(FieldCancelled) && w == Cancelled {
		w = Abandoned
	}
	switch {
	case w == g:
		return true
	case d.lacks(FieldPhases) && unanswered(w) && unanswered(g):
		return EmptyJSON(want.Result) || !EmptyJSON(got.Result)
	case d.lacks(FieldAbandoned) && w == Abandoned && unanswered(g):
		return EmptyJSON(want.Result)
	case d.lacks(FieldPhases) && unanswered(w), d.lacks(FieldAbandoned) && w == Abandoned:
		return len(want.Result) > 0 && g == resultStatus(want)
	case d.lacks(FieldPhases) && unanswered(g):
		return !EmptyJSON(got.Result) && w == resultStatus(got)
	}
	return false
}

// unanswered reports whether the status belongs to a call without a result in
// time.
func unanswered(s Status) bool {
	switch s {
	case Preparing, Executing, Waiting, Abandoned, Cancelled:
		return true
	}
	return false
}

// resultStatus returns the status that follows from the result alone.
func resultStatus(c *Call) Status {
	if c.IsError {
		return Failed
	}
	return Done
}

// isError compares whether the results are errors. A reader that does not know
// refusals may mark them either way.
func (d *differ) isError(want, got *Call) {
	if !d.lacks(FieldDenied) || want.Status != Denied {
		d.bool("is_error", want.IsError, got.IsError)
	}
}

// args compares bytes, or values if the wire carries a value or the candidate
// lacks the text. It skips incomplete arguments if they are lacked.
func (d *differ) args(want, got *Call) {
	if want.Args == got.Args || want.ArgsOpen && d.lacks(FieldPreviews) {
		return
	}
	values := want.ArgsValue
	if d.lacks(FieldArgumentText) {
		w, g := []byte(want.Args), []byte(got.Args)
		if EmptyJSON(w) && EmptyJSON(g) || len(w) > 0 && !json.Valid(w) {
			return
		}
		values = true
	}
	if values && JSONEqual([]byte(want.Args), []byte(got.Args)) {
		return
	}
	diffString(d, "args", want.Args, got.Args)
}
