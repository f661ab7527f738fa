package reading

import (
	"strconv"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A resultFrame is the end of a turn of the root.
type resultFrame struct {
	fields
	reason, terminal string
	failed           bool
	marked           bool // it says whether it failed
	denied           []string
	index            int64
	indexed          bool
	usage            usage
}

func (p *pass) resultFrame() resultFrame {
	f := resultFrame{fields: p.fields}
	f.reason, f.terminal, f.usage = f.text("stop_reason"), f.text("terminal_reason"), f.figures()
	f.failed, f.marked = f.flag("is_error"), !f.Get("is_error").None()
	f.index, f.indexed = f.number("result_index")
	for v := range f.list("permission_denials").Elements() {
		f.denied = append(f.denied, f.textOf(f.container(v, '{').Get("tool_use_id")))
	}
	return f
}

// result ends a turn of the root; the calls that it lists were denied.
func (p *pass) result() *wire.Problem {
	f := p.resultFrame()
	if f.wrong {
		return p.misshapen()
	}
	for _, call := range f.denied {
		p.emitIn(p.callers[call], spec.Event{Kind: spec.CallDone, Call: call, Status: spec.Denied, Restated: true})
	}
	p.emitIn("", spec.Event{
		Kind: spec.TurnEnd, Turn: p.ended(&f), Status: p.status(&f), StopReason: f.reason,
		Error: p.reasons(&f), Usage: f.usage.total(),
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
	if f.indexed {
		index := int(f.index)
		if p.results == 0 && p.turns > 0 && index >= p.turns {
			p.first = index
		}
		turn = index - p.first
	}
	p.results++
	p.memo.turn = turn
	return slot(turn)
}

// status is read from the frame's own fields: a subtype "success" may be an
// error.
func (p *pass) status(f *resultFrame) spec.Status {
	switch {
	case strings.HasPrefix(f.terminal, "aborted"):
		return spec.Cancelled
	case f.failed, !f.marked && strings.HasPrefix(p.subtype, "error"):
		return spec.Failed
	}
	return spec.Completed
}

// reasons are why the turn failed.
func (p *pass) reasons(f *resultFrame) string {
	if p.status(f) != spec.Failed {
		return ""
	}
	if s := str(f.Get("result")); s != "" {
		return s
	}
	errors := fields{Object: f.Object}
	all := errors.texts("errors")
	if errors.wrong {
		return ""
	}
	return strings.Join(all, "\n")
}

// limit reads a quota record. Only a status of rejected says that a limit was
// hit: a window, a reset time and overage fields ride on allowed ones too.
func (p *pass) limit() *wire.Problem {
	info := p.object("rate_limit_info")
	status, kind := p.textOf(info.Get("status")), p.textOf(info.Get("rateLimitType"))
	if p.wrong {
		return p.misshapen()
	}
	l := &spec.Limit{Rejected: status == "rejected", Window: kind}
	if l.Window == "" {
		l.Window = window(info.Get("resetsAt"))
	}
	p.emitIn("", spec.Event{Kind: spec.LimitReport, Limit: l})
	return nil
}

// window is a reset time as text.
func window(resets scan.Value) string {
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
