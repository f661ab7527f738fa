package spec

import (
	"encoding/json"
	"slices"
)

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
// lacks the text. It skips incomplete arguments if they are lacked. For a text
// that is no value, a candidate without text has none, or keeps the text as it is:
// any other value is made up (fragment/truncated-not-repaired).
func (d *differ) args(want, got *Call) {
	if want.Args == got.Args || want.ArgsOpen && d.lacks(FieldPreviews) {
		return
	}
	values := want.ArgsValue
	if d.lacks(FieldArgumentText) {
		w, g := []byte(want.Args), []byte(got.Args)
		if EmptyJSON(g) && (EmptyJSON(w) || !json.Valid(w)) || !json.Valid(w) && keepsText(g, want.Args) {
			return
		}
		values = true
	}
	if values && JSONEqual([]byte(want.Args), []byte(got.Args)) {
		return
	}
	diffString(d, "args", want.Args, got.Args)
}

// keepsText reports whether arguments are no value either, or one that has the text
// as a string, wherever.
func keepsText(args []byte, text string) bool {
	var v any
	return json.Unmarshal(args, &v) != nil || hasString(v, text)
}

func hasString(v any, text string) bool {
	switch v := v.(type) {
	case string:
		return v == text
	case []any:
		return slices.ContainsFunc(v, func(e any) bool { return hasString(e, text) })
	case map[string]any:
		for _, e := range v {
			if hasString(e, text) {
				return true
			}
		}
	}
	return false
}
