package claudecode

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

func readResult(block jsontext.Value) (b resultBlock, ok bool) {
	err := json.Unmarshal(block, &b, lenient)
	return b, err == nil
}

func launchedStatus(result jsontext.Value) string {
	var r struct {
		Status jsontext.Value `json:"status"`
	}
	if json.Unmarshal(result, &r, lenient) != nil {
		return ""
	}
	return str(r.Status)
}

// result ends a turn of the root; the calls that it lists were denied.
func (p *pass) result() *wire.Problem {
	var f resultFrame
	if problem := p.read(&f); problem != nil {
		return problem
	}
	for _, d := range f.Denials {
		p.emitIn(p.callers[d.Call], spec.Event{Kind: spec.CallDone, Call: d.Call, Status: spec.Denied, Restated: true})
	}
	p.emitIn("", spec.Event{
		Kind: spec.TurnEnd, Turn: p.ended(&f), Status: f.status(), StopReason: f.StopReason,
		Error: f.words(), Usage: f.Usage.total(),
	})
	return nil
}

// ended is the turn that the result belongs to: that of its index, else the next
// one. An index beyond the turns seen in the first result of a stream that was
// joined late counts from the first turn seen.
func (p *pass) ended(f *resultFrame) string {
	if p.replay {
		return slot(p.memo.turn)
	}
	turn := p.results
	if f.Index != nil {
		if p.results == 0 && p.turns > 0 && *f.Index >= p.turns {
			p.first = *f.Index
		}
		turn = *f.Index - p.first
	}
	p.results++
	p.memo.turn = turn
	return slot(turn)
}

// status is read from the frame's own fields: a subtype "success" may be an
// error.
func (f *resultFrame) status() spec.Status {
	switch {
	case strings.HasPrefix(f.Terminal, "aborted"):
		return spec.Cancelled
	case f.IsError != nil && *f.IsError, f.IsError == nil && strings.HasPrefix(f.Subtype, "error"):
		return spec.Failed
	}
	return spec.Completed
}

// words are why the turn failed.
func (f *resultFrame) words() string {
	if f.status() != spec.Failed {
		return ""
	}
	if s := str(f.Result); s != "" {
		return s
	}
	var list []string
	if json.Unmarshal(f.Errors, &list, lenient) != nil {
		return ""
	}
	return strings.Join(list, "\n")
}

// limit reads a quota record. Only a status of rejected says that a limit was
// hit: a window, a reset time and overage fields ride on allowed ones too.
func (p *pass) limit() *wire.Problem {
	var f limitFrame
	if problem := p.read(&f); problem != nil {
		return problem
	}
	l := &spec.Limit{Rejected: f.Info.Status == "rejected", Window: f.Info.Type}
	if l.Window == "" {
		l.Window = window(f.Info.Resets)
	}
	p.emitIn("", spec.Event{Kind: spec.LimitReport, Limit: l})
	return nil
}

// window is a reset time as text.
func window(resets jsontext.Value) string {
	if resets.Kind() == '"' {
		return str(resets)
	}
	if resets.Kind() != '0' {
		return ""
	}
	if n, err := strconv.ParseFloat(string(resets), 64); err != nil || n == 0 {
		return ""
	}
	return string(resets)
}
