package deepagents

import (
	"slices"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the states, and LangGraph's records between them; without a state
// it is LangGraph's stream or nothing, and the score 0.
func (codec) Sniff(records [][]byte) (score int, why string) {
	if !slices.ContainsFunc(records, isPolled) {
		return 0, "no record is the state of a thread"
	}
	return wire.Sniff(records, "states of a thread, or LangGraph's between them", func(record []byte) int {
		if isPolled(record) {
			return wire.Certain
		}
		score, _ := langgraph.New().Sniff([][]byte{record})
		return score
	})
}

// SniffVariant is stream where there are other records than states.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	for _, record := range records {
		if !isPolled(record) {
			return stream, "records of a stream stand between the states"
		}
	}
	return polls, "every record is a state"
}

// isPolled reports whether a record is a state, or a list of states, with
// messages as LangGraph writes them or a log.
func isPolled(record []byte) bool {
	v, problem := wire.Parse(record, 1)
	if problem != nil {
		return false
	}
	if p, ok := parsePoll(v); ok {
		return p.likely()
	}
	line, ok := parseHistory(v)
	return ok && len(line) > 0 && line[len(line)-1].likely()
}

func (p *poll) likely() bool {
	log := p.values.Get(toolLog).Kind() == '['
	if messages := p.values.Get("messages"); messages.Kind() == '[' {
		for m := range messages.Elements() {
			return log || isMessage(m)
		}
		return log || p.id != "" || p.values.Get("todos") != ""
	}
	return log || p.id != ""
}

// isMessage tells LangChain's messages from those of a provider's request, which
// have no type.
func isMessage(m scan.Value) bool {
	kind, _ := m.Get("type").Text()
	_, isRole := map[string]bool{"human": true, "ai": true, "tool": true, "system": true, "constructor": true}[kind]
	return isRole
}
