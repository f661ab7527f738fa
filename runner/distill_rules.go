package runner

import (
	"github.com/quock-dev/quock/model"
	fixture "github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/spec"
)

// breaks are the rules for producers that a stream breaks, and the kinds of its
// anomalies.
func breaks(s *spec.Stream) []string {
	t := model.Run(*s, spec.Policies{})
	return fixture.Breaks(&s.Features, &t)
}
