package sharing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
)

// A Member is a process in a campaign that others work on as well.
type Member struct {
	Campaign *fleet.Campaign
	Terms    *Terms
	// Folder is where the campaign is kept here: the user's, or one for as long as the process
	// lives.
	Folder   *campaigning.Folder
	Plan     *plan.Plan
	Starter  candidate.Starter
	Limits   *candidate.Limits
	Policies spec.Policies
	// Jobs is how many candidates work at once.
	Jobs     int
	Progress func(*campaign.Progress)
	// Metrics, if not "", is the loopback address at which the campaign's status is served.
	Metrics string
}

// A state is where a campaign stands on the server: the hash of a campaigning.Copy in JSON, and
// how it ended.
type state struct {
	Copy      string       `json:"copy"`
	End       campaign.End `json:"end,omitempty"`
	BugReport string       `json:"bugReport,omitempty"`
}

// Run works until the campaign ends. Then the folder holds it, and the outcome is that of
// campaigning.Run. Once ctx is done the error is its own, and the folder holds what the server had.
func (m *Member) Run(ctx context.Context) (*campaigning.Outcome, error) {
	if err := m.Folder.Fits(m.Terms.Params); err != nil {
		return nil, err
	}
	if m.Metrics != "" {
		_, end, err := campaigning.Expose(m.Metrics, WatchedCampaign{m.Campaign})
		if err != nil {
			return nil, err
		}
		defer end()
	}
	// What a candidate is asked when the campaign ends is nobody's business any more.
	asking, end := context.WithCancel(ctx)
	defer end()
	worker, err := campaigning.NewWorker(asking, m.Plan, m.Starter, m.Limits, m.Policies, m.Jobs)
	if err != nil {
		return nil, err
	}
	defer worker.Close()
	defer m.Campaign.Leave() // when the folder has what it is to have
	working, stop := context.WithCancel(ctx)
	defer stop()
	var led error
	var all sync.WaitGroup
	all.Go(func() {
		if led = m.Campaign.Lead(working, m.coordinate); led != nil {
			stop()
		}
	})
	err = m.Campaign.Work(working, m.Jobs, func(ctx context.Context, _ int, unit []byte) ([]byte, error) {
		defer context.AfterFunc(ctx, end)()
		return m.do(ctx, worker, unit)
	})
	if err != nil {
		stop()
	}
	all.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case led != nil && !errors.Is(led, context.Canceled):
		return nil, led
	case err != nil:
		return nil, err
	}
	return m.outcome(ctx)
}

// do does one unit.
func (m *Member) do(ctx context.Context, w *campaigning.Worker, text []byte) ([]byte, error) {
	u, err := campaign.UnmarshalUnit(text)
	if err != nil {
		return nil, err
	}
	r, err := w.Do(ctx, u, func(hash string) ([]byte, error) { return m.Campaign.Blob(ctx, hash) })
	if err != nil {
		return nil, err
	}
	return r.Marshal(), nil
}

// outcome takes over the campaign as it ended.
func (m *Member) outcome(ctx context.Context) (*campaigning.Outcome, error) {
	head, err := m.Campaign.Head(ctx)
	if err != nil {
		return nil, err
	}
	s, _, err := m.take(ctx, head)
	if err != nil {
		return nil, err
	}
	out := &campaigning.Outcome{End: s.End, BugReport: s.BugReport}
	out.Report, err = m.Folder.Report()
	return out, err
}

// take makes the folder what the server has.
func (m *Member) take(ctx context.Context, head *fleet.Head) (*state, *campaigning.Copy, error) {
	s, c := &state{}, &campaigning.Copy{}
	err := json.Unmarshal(head.State, s)
	if err == nil {
		var text []byte
		if text, err = m.Campaign.Blob(ctx, s.Copy); err == nil {
			err = json.Unmarshal(text, c)
		}
	}
	if err == nil {
		err = m.Folder.Take(m.Terms.Params, c, func(hash string) ([]byte, error) { return m.Campaign.Blob(ctx, hash) })
	}
	if err != nil {
		return nil, nil, fmt.Errorf("taking the campaign over from the server: %w", err)
	}
	return s, c, nil
}
