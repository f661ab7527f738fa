package wrong

import (
	"slices"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer/fields"
	"github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
)

// StoreByName returns the store of that name, and whether there is one.
func StoreByName(name string) (bug.Bug, bool) {
	for _, s := range Stores() {
		if s.Name == name {
			return s, true
		}
	}
	return bug.Bug{}, false
}

// Stores lists them.
func Stores() []bug.Bug {
	one := func(name string, h keep.Habits) bug.Bug {
		return bug.Bug{Name: name, Reads: []string{neutral}, Habits: func() keep.Habits { return h }}
	}
	rows := func(name string, made func(rows []keep.Row) []keep.Row) bug.Bug {
		return one(name, keep.Habits{Loaded: made})
	}
	export := func(name string, rewrite func(m fields.Object) []fields.Object) bug.Bug {
		return one(name, keep.Habits{Export: exports(rewrite)})
	}
	return []bug.Bug{
		rows("results-gone", keepRows(func(r keep.Row) bool { return r.Kind != keep.ResultRow })),
		rows("unfinished-gone", unfinishedGone),
		rows("incomplete-gone", incompleteGone),
		rows("children-gone", childrenGone),
		rows("last-gone", lastGone),
		rows("joined-at-end", joinedAtEnd),
		rows("last-call-for-all", lastCallForAll),
		rows("parent-in-child", parentInChild),
		rows("empty-call-kept", emptyCallKept),
		export("results-alone", resultsAlone),
		export("empty-texts", emptyTexts),
		export("note-between", noteBetween),
		one("cut-in-front", keep.Habits{Export: cutInFront}),
		one("row-a-result", keep.Habits{File: rowAResult}),
	}
}

func keepRows(ok func(r keep.Row) bool) func([]keep.Row) []keep.Row {
	return func(rows []keep.Row) []keep.Row {
		return slices.DeleteFunc(slices.Clone(rows), func(r keep.Row) bool { return !ok(r) })
	}
}

// of returns a field of a row's value as text.
func of(r keep.Row, field string) string { return fields.Parse(r.Value).Text(field) }

// A place is the position of a row, whatever its kind.
type place struct{ session, key string }

// lastOf returns the last value at each place of a kind.
func lastOf(rows []keep.Row, kind keep.Kind) map[place]keep.Row {
	last := map[place]keep.Row{}
	for _, r := range rows {
		if r.Kind == kind {
			last[place{r.Session, r.Key}] = r
		}
	}
	return last
}

// places returns the places with rows of a kind, in the order of their first
// row.
func places(rows []keep.Row, kind keep.Kind) []place {
	var all []place
	for _, r := range rows {
		if at := (place{r.Session, r.Key}); r.Kind == kind && !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// callless drops the rows of calls for which gone holds, and their results.
func callless(rows []keep.Row, gone func(at place) bool) []keep.Row {
	return keepRows(func(r keep.Row) bool {
		return r.Kind != keep.CallRow && r.Kind != keep.ResultRow || !gone(place{r.Session, r.Key})
	})(rows)
}

func unfinishedGone(rows []keep.Row) []keep.Row {
	calls := lastOf(rows, keep.CallRow)
	return callless(rows, func(at place) bool {
		status := of(calls[at], "status")
		return status != "done" && status != "failed"
	})
}
