package deepagents

import (
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A poll is a state as one record, or a part of one, tells it.
type poll struct {
	values            scan.Value
	tasks, interrupts scan.Value
	ns                string // checkpoint namespace, its segments joined with bars
	id, parent        string // of checkpoints; "" where not said
	orphan            bool   // the record says that the checkpoint has no parent
	past              bool   // later states are known: what it waits for is over
}

// parsePoll reads a state; false if the value is none.
func parsePoll(v scan.Value) (poll, bool) {
	var p poll
	var checkpoint, before scan.Value
	stateful, other := false, false
	for key, member := range v.Members() {
		switch key {
		case "values":
			p.values = member
		case "tasks":
			p.tasks, stateful = member, stateful || !member.None()
		case "interrupts":
			p.interrupts = member
		case "checkpoint":
			checkpoint, stateful = member, stateful || !member.None()
		case "parent_checkpoint":
			before, p.orphan = member, member.None()
		case "next":
			stateful = stateful || !member.None()
		case "mode", "event", "type", "kind", "method":
			other = other || !member.None()
		}
	}
	if other || p.values.Kind() != '{' && (p.values == "" || !stateful) {
		return poll{values: v}, !other && isState(v)
	}
	p.ns, p.id = wire.Text(checkpoint.Get("checkpoint_ns")), wire.Text(checkpoint.Get("checkpoint_id"))
	p.parent = wire.Text(before.Get("checkpoint_id"))
	return p, true
}

// isState reports whether an object is the values themselves.
func isState(v scan.Value) bool {
	for key, member := range v.Members() {
		if (key == "messages" || key == toolLog) && member.Kind() == '[' {
			return true
		}
	}
	return false
}

// parseHistory reads a list of states, newest first, and returns those that led
// to the newest, oldest first; false if the value is no such list.
func parseHistory(v scan.Value) ([]poll, bool) {
	if v.Kind() != '[' {
		return nil, false
	}
	var line []poll
	next := ""
	for state := range v.Elements() {
		p, ok := parsePoll(state)
		if !ok {
			return nil, false
		}
		if next == "" || p.id == "" || p.id == next {
			line, next = append(line, p), p.parent
		}
	}
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
	return line, true
}
