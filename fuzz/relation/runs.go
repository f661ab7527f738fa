package relation

import "github.com/quock-dev/quock/spec"

// A target identifies the item of a fragment, with all that the event contains
// beside the text.
type target struct {
	kind                   spec.Kind
	session, message       string
	slot, call, agent      string
	form                   spec.Form
	parent, delegationCall spec.Ref
}

// fragment returns the target of a record that ends with a fragment which may
// be cut and joined.
func fragment(r record, again map[string]bool) (target, bool) {
	e := &r[len(r)-1]
	if e.Kind != spec.Text && e.Kind != spec.CallArgs || e.Text == "" || len(e.Metadata) > 0 ||
		e.NoSession || e.Global || e.Restated || again[e.ID] {
		return target{session: e.Session}, false
	}
	return target{
		e.Kind, e.Session, e.Message, e.Slot, e.Call, e.Agent, e.Form, e.Parent, e.ParentCall,
	}, true
}

// runs lists the runs of adjacent fragments of one item, as record indexes. No
// other record of the session and no global record stands within a run. Each
// record but the first holds only its fragment.
func runs(all []record) [][]int {
	again := repeated(all)
	var found [][]int
	open := map[string]int{} // session -> its run that may continue
	targets := map[int]target{}
	for i, r := range all {
		if global(r) {
			clear(open)
			continue
		}
		t, is := fragment(r, again)
		if n, goes := open[t.session]; is && goes && len(r) == 1 && targets[n] == t {
			found[n] = append(found[n], i)
			continue
		}
		for j := range r {
			delete(open, r[j].Session)
		}
		if is {
			targets[len(found)], open[t.session] = t, len(found)
			found = append(found, []int{i})
		}
	}
	return found
}

func global(r record) bool {
	for i := range r {
		if r[i].Global {
			return true
		}
	}
	return false
}
