package runner

import (
	"context"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/runner/attribute"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
)

// ReplayFiles lets the tests ask what leaves a replay file.
type ReplayFiles = replayFiles

// Wants and Put are the shelf's own.
func (s replayFiles) Wants(f []spec.Finding, most int) bool { return s.wants(f, most) }
func (s replayFiles) Put(f []spec.Finding)                  { s.put(f) }

// Finding puts a subject to the candidate once more and makes the replay file of
// how it fails there; false if it does not fail in that way any more.
func (o *Pool) Finding(ctx context.Context, s *shrink.Subject, as shrink.Signature) (replay.Archive, spec.Finding, bool, error) {
	var file replay.Archive
	var finding spec.Finding
	fails := false
	err := o.with(ctx, func(j *attribute.Attributor) error {
		c, err := o.encodedCase(s)
		if err != nil {
			return err
		}
		t, err := j.Closely(ctx, c)
		if err != nil {
			return err
		}
		observes := j.Capabilities.Of(t).Observes
		if fails = slices.Contains(attribute.Signatures(t, observes), as); !fails {
			return nil
		}
		found := &attribute.Attribution{Trial: t, Findings: slices.DeleteFunc(attribute.Findings(t, observes), func(f spec.Finding) bool { return f.Rule != as.Rule })}
		finding = found.Findings[0]
		file, err = newReplay(found, j.Capabilities)
		return err
	})
	return file, finding, fails && err == nil, err
}
