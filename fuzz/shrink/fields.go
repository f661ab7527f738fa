package shrink

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/quock-dev/quock/spec"
)

// optional are the changes that leave out what most events can do without.
var optional = []func(e *spec.Event) bool{
	func(e *spec.Event) bool { return blanked(&e.ID) },
	func(e *spec.Event) bool { return cleared(&e.Usage) },
	func(e *spec.Event) bool { return emptied(&e.Metadata) },
	func(e *spec.Event) bool { return emptied(&e.Raw) },
	func(e *spec.Event) bool { return blanked(&e.Agent) },
	func(e *spec.Event) bool { return blanked(&e.StopReason) },
	func(e *spec.Event) bool { return blanked(&e.Error) },
	func(e *spec.Event) bool { return e.Kind == spec.NoteEvent && blanked(&e.Text) },
	func(e *spec.Event) bool { return e.Limit != nil && e.Limit.Window != "" && windowless(e) },
	func(e *spec.Event) bool { return len(e.Log) > 0 && shorter(&e.Log) },
	func(e *spec.Event) bool { return snapshots(e, bareSnapshot) },
}

// content are the changes that leave out content, or make it as small as it can
// be.
var content = []func(e *spec.Event) bool{
	func(e *spec.Event) bool { return emptied(&e.Result) },
	func(e *spec.Event) bool { return plainResult(&e.Result) },
	func(e *spec.Event) bool { return e.Kind != spec.ArgsEnd && argless(e) },
	func(e *spec.Event) bool { return e.Kind == spec.ArgsEnd && argless(e) },
	func(e *spec.Event) bool { return e.Kind != spec.CallDone && blanked(&e.Name) },
	func(e *spec.Event) bool { return blanked(&e.Slot) },
	func(e *spec.Event) bool { return len(e.Retracts) > 1 && shorter(&e.Retracts) },
}

func cleared[T any](field **T) bool {
	was := *field != nil
	*field = nil
	return was
}

func emptied(field *json.RawMessage) bool {
	was := len(*field) > 0
	*field = nil
	return was
}

func blanked(field *string) bool {
	was := *field != ""
	*field = ""
	return was
}

func shorter[T any](list *[]T) bool {
	*list = slices.Clone((*list)[:len(*list)-1])
	return true
}

func windowless(e *spec.Event) bool {
	e.Limit = &spec.Limit{Rejected: e.Limit.Rejected}
	return true
}

func argless(e *spec.Event) bool {
	e.ArgsValue = false
	return blanked(&e.Args)
}

// plainResult makes a result the shortest text.
func plainResult(field *json.RawMessage) bool {
	if len(*field) <= len(`"a"`) {
		return false
	}
	*field = json.RawMessage(`"a"`)
	return true
}

// snapshots changes the snapshots of an event, in copies.
func snapshots(e *spec.Event, change func(m *spec.Snapshot) bool) bool {
	list, changed := slices.Clone(e.Messages), false
	for i := range list {
		changed = change(&list[i]) || changed
	}
	if changed {
		e.Messages = list
	}
	return changed
}

func bareSnapshot(m *spec.Snapshot) bool {
	changed := cleared(&m.Usage)
	changed = emptied(&m.Metadata) || changed
	changed = blanked(&m.Agent) || changed
	changed = blanked(&m.StopReason) || changed
	parts := slices.Clone(m.Parts)
	for i := range parts {
		if emptied(&parts[i].Metadata) {
			m.Parts, changed = parts, true
		}
	}
	return changed
}

// relabel gives back to an event what Options.Labels keeps of it.
func relabel(e, was *spec.Event) {
	e.Name, e.Slot, e.Agent = cmp.Or(e.Name, was.Name), cmp.Or(e.Slot, was.Slot), cmp.Or(e.Agent, was.Agent)
	snapshots(e, func(m *spec.Snapshot) bool {
		at := slices.IndexFunc(was.Messages, func(o spec.Snapshot) bool { return o.Message == m.Message })
		if at < 0 {
			return false
		}
		m.Agent = cmp.Or(m.Agent, was.Messages[at].Agent)
		if was.Complete {
			m.StopReason = cmp.Or(m.StopReason, was.Messages[at].StopReason)
		}
		return true
	})
}

// perPart are the changes that leave out one message or part of those that an
// event restates.
func perPart(e *spec.Event) []func(e *spec.Event) bool {
	var changes []func(e *spec.Event) bool
	for i := range e.Messages {
		if name := e.Messages[i].Message; len(e.Messages) > 1 {
			changes = append(changes, func(e *spec.Event) bool { return withoutMessage(e, name) })
		}
		for j := range e.Messages[i].Parts {
			changes = append(changes, func(e *spec.Event) bool { return withoutPart(e, i, j) })
		}
	}
	return changes
}

func withoutMessage(e *spec.Event, name string) bool {
	at := slices.IndexFunc(e.Messages, func(m spec.Snapshot) bool { return m.Message == name })
	if at < 0 || len(e.Messages) == 1 {
		return false
	}
	e.Messages = slices.Delete(slices.Clone(e.Messages), at, at+1)
	return true
}

func withoutPart(e *spec.Event, i, j int) bool {
	if i >= len(e.Messages) || j >= len(e.Messages[i].Parts) {
		return false
	}
	e.Messages = slices.Clone(e.Messages)
	e.Messages[i].Parts = slices.Delete(slices.Clone(e.Messages[i].Parts), j, j+1)
	return true
}
