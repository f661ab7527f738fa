package wrong

import (
	"slices"

	"github.com/quock-dev/quock/fixtures/candidates/rewrite"
)

// chunks is the dialect with starts, deltas and ends that an output can get
// wrong.
const chunks = "aisdk:v5"

func chunkAdapters() []Adapter {
	return []Adapter{
		{"no-starts", chunks, dropping(isOneOf("tool-input-start", "tool-input-delta", "tool-input-available"))},
		{"flushes-behind-end", chunks, flushesBehindEnd},
		{"no-text-start", chunks, dropping(isOneOf("text-start"))},
		{"text-on-call", chunks, inTurn(textOnCall)},
		{"reopens-nothing", chunks, inTurn(reopensNothing)},
		{"dies-in-silence", chunks, dropping(isOneOf("error", "abort"))},
		{"makes-up-finish", chunks, inTurn(makesUpFinish)},
		{"starts-behind-end", chunks, startsBehindEnd},
		{"stops-early", chunks, inTurn(finishBehind("text-delta"))},
		{"one-flag", chunks, inTurn(oneFlag)},
		{"ends-twice", chunks, inTurn(finishBehind("error"))},
	}
}

// finish is the end of a run.
func finish() record { return chunk("finish", "finishReason", "stop") }

// flushesBehindEnd swaps the end of each text with the delta before it.
func flushesBehindEnd(records []record) []record {
	all := slices.Clone(records)
	for i := 1; i < len(all); i++ {
		if data(all[i]).Text("type") == "text-end" && data(all[i-1]).Text("type") == "text-delta" {
			all[i], all[i-1] = all[i-1], all[i]
		}
	}
	return all
}

// textOnCall says the texts behind a call's start in the name of that call.
func textOnCall() func(record) []record {
	call := ""
	return func(r record) []record {
		switch d := data(r); d.Text("type") {
		case "tool-input-start":
			call = d.Text("toolCallId")
		case "text-start", "text-end":
			if call != "" {
				return nil
			}
		case "text-delta":
			if call != "" {
				r.Change(func(d record) { d.Set("id", call) }, "data")
			}
		}
		return []record{r}
	}
}

// reopensNothing ends every text at its first delta.
func reopensNothing() func(record) []record {
	return func(r record) []record {
		switch d := data(r); d.Text("type") {
		case "text-end":
			return nil
		case "text-start":
			return []record{r, chunk("text-end", "id", d["id"])}
		}
		return []record{r}
	}
}

func makesUpFinish() func(record) []record {
	return func(r record) []record {
		if isOneOf("error", "abort")(r) {
			r = finish()
		}
		return []record{r}
	}
}

// startsBehindEnd moves the starts of calls after the end of the output.
func startsBehindEnd(records []record) []record {
	begins := isOneOf("tool-input-start", "tool-input-delta")
	ends := func(r record) bool { return !begins(r) }
	return append(dropping(begins)(records), dropping(ends)(records)...)
}

// finishBehind writes a finish behind each record of a kind.
func finishBehind(kind string) rewrite.Reading {
	return func() func(record) []record {
		return func(r record) []record {
			if isOneOf(kind)(r) {
				return []record{r, finish()}
			}
			return []record{r}
		}
	}
}

// oneFlag writes the calls that are open once more when another one ends.
func oneFlag() func(record) []record {
	var open []record
	return func(r record) []record {
		switch d := data(r); d.Text("type") {
		case "tool-input-start", "tool-input-delta", "tool-input-available":
			open = append(open, r)
		case "tool-output-available":
			open = slices.DeleteFunc(slices.Clone(open), func(o record) bool { return data(o).Text("toolCallId") == d.Text("toolCallId") })
			return append([]record{r}, open...)
		}
		return []record{r}
	}
}
