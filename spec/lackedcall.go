package spec

import "encoding/json"

// lacks reports whether any of the fields is lacked.
func (d *differ) lacks(f Field) bool { return d.observes.Lacks()&f != 0 }

// status compares how two calls stand, as far as the candidate has words for it.
func (d *differ) status(want, got *Call) {
	if want.Status != got.Status && !d.sameStanding(want, got) {
		diffString(d, "status", want.Status, got.Status)
	}
}

// sameStanding reports whether two statuses are one to a reader with the fields
// that are lacked:
//
//   - denied: a call that was denied has failed;
//   - cancelled: one that was cancelled is abandoned;
//   - phases: one without a result is open, in whatever way it is, or given up;
//   - abandoned: one that was given up is open still.
//
// To a reader without phases, or that gives nothing up, a result that came late
// is a result. An empty one may count or not: it has no content.
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

// unanswered reports whether a status is one of a call that got no result in
// time.
func unanswered(s Status) bool {
	switch s {
	case Preparing, Executing, Waiting, Abandoned, Cancelled:
		return true
	}
	return false
}

// resultStatus is what a call is by its result alone.
func resultStatus(c *Call) Status {
	if c.IsError {
		return Failed
	}
	return Done
}

// isError compares whether the results are errors. To a reader that knows no
// refusal one is as it likes.
func (d *differ) isError(want, got *Call) {
	if !d.lacks(FieldDenied) || want.Status != Denied {
		d.bool("is_error", want.IsError, got.IsError)
	}
}

// args compares bytes, or values where the wire carries only a value or the
// candidate knows no more; arguments that are not complete only where they are
// not lacked.
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
