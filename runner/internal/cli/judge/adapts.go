package judge

import (
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/report"
)

// adapts records in c what the run asks of an adapter and which fields it compares.
func adapts(p *plan.Plan, c *report.Candidate) {
	shared, ok := p.Shared()
	if !ok {
		return
	}
	c.Out, c.Children, c.Label, c.Filter = p.Adapts.Out, p.Adapts.Children, p.Adapts.Label, p.Adapts.Filter
	c.Observes = shared.Observes()
	c.Compared, c.NotCompared = shared.Words()
}
