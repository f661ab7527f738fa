package writing

import (
	"strconv"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

type resultOut struct {
	envelope
	IsError    bool           `json:"is_error"`
	Duration   int            `json:"duration_ms"`
	API        int            `json:"duration_api_ms"`
	Turns      int            `json:"num_turns"`
	Result     *string        `json:"result,omitzero"`
	Errors     []string       `json:"errors,omitempty"`
	StopReason *string        `json:"stop_reason"`
	Cost       float64        `json:"total_cost_usd"`
	Usage      *usageOut      `json:"usage,omitzero"`
	Models     map[string]int `json:"modelUsage"`
	Denials    []denialOut    `json:"permission_denials"`
	Terminal   string         `json:"terminal_reason"`
	Index      int            `json:"result_index"`
}

type denialOut struct {
	Name  string   `json:"tool_name"`
	Call  string   `json:"tool_use_id"`
	Input struct{} `json:"tool_input"`
}

// result writes the end of a turn of the root, and the calls denied in it.
func (w *writer) result(events []spec.Event) (any, error) {
	f := resultOut{envelope: w.system("", ""), Turns: 1, Models: map[string]int{}, Denials: []denialOut{}}
	f.Type = "result"
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == spec.CallDone:
			f.Denials = append(f.Denials, denialOut{Name: w.names[e.Call], Call: e.Call})
		case endsRoot(*e):
			if err := w.end(&f, e); err != nil {
				return nil, err
			}
		default:
			return nil, wire.NotRepresentable(e, "", "not in a result")
		}
	}
	return f, nil
}

func (w *writer) end(f *resultOut, e *spec.Event) error {
	index, err := strconv.Atoi(e.Turn)
	if err != nil {
		return wire.NotRepresentable(e, "Turn", "a result has the number of its turn")
	}
	f.Index, f.Usage = index, newUsage(e.Usage)
	if e.StopReason != "" {
		f.StopReason = &e.StopReason
	}
	f.Subtype, f.Terminal = "success", "completed"
	switch e.Status {
	case spec.Failed:
		f.fail("api_error", e.Error, w.Forms)
	case spec.Cancelled:
		f.fail("aborted_streaming", "", w.Forms)
	default:
		f.Result = new(string)
	}
	return nil
}

// fail writes a failure as the wire does where there is a text: a success that
// is an error; else an error, in one form with the text in a list.
func (f *resultOut) fail(terminal, words string, forms spec.Forms) {
	f.IsError, f.Terminal = true, terminal
	switch {
	case words == "":
		f.Subtype = "error_during_execution"
	case forms.Has(errorLists):
		f.Subtype, f.Errors = "error_during_execution", []string{words}
	default:
		f.Result = &words
	}
}
