package sharing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/fleet"
)

// Fill says who works on the campaign. It does not wait for the server.
func (c *coordinator) Fill(s *campaigning.Status) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fill(s, c.present, c.Campaign.Tally())
}

func fill(s *campaigning.Status, present []fleet.Presence, t fleet.Tally) {
	s.Units, s.Redelivered, s.Poisoned = t.Units, t.Again, t.Aside
	s.Workers = nil
	for _, p := range present {
		s.Workers = append(s.Workers, campaigning.WorkerStatus{Name: p.Name, Units: p.Units, Seen: p.Seen, Open: p.Open, Longest: p.Longest})
	}
}

// reportEach is how often the server is told how the campaign stands.
const reportEach = time.Second

// report says on the server how the campaign stands, at intervals and when it ends.
func (c *coordinator) report(ctx context.Context, w campaigning.Watcher) (end func()) {
	watching, stop := context.WithCancel(ctx)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for tick := time.Tick(reportEach); watching.Err() == nil; {
			c.reportOnce(watching, w)
			select {
			case <-tick:
			case <-watching.Done():
			}
		}
	}()
	return func() {
		stop()
		<-over
		c.reportOnce(ctx, w)
	}
}

// reportOnce makes one attempt: who watches can wait for the next.
func (c *coordinator) reportOnce(ctx context.Context, w campaigning.Watcher) {
	ctx, cancel := context.WithTimeout(ctx, reportEach)
	defer cancel()
	present, err := c.Campaign.Present(ctx)
	if err != nil {
		return
	}
	c.mu.Lock()
	c.present = present
	c.mu.Unlock()
	s, err := w.Status(ctx)
	if err != nil || s.At.IsZero() { // it has not begun
		return
	}
	if text, err := json.Marshal(s); err == nil {
		_ = c.Campaign.Report(ctx, text)
	}
}

// A WatchedCampaign is a campaign on a server, for who only watches.
type WatchedCampaign struct{ Campaign *fleet.Campaign }

// ErrNoStatus means that nobody has coordinated a campaign yet.
var ErrNoStatus = errors.New("no case of it has been tried yet; who begins learns first how the candidate answers")

// Status reads how the campaign stands. The error is ErrNoStatus, or that of the server.
func (w WatchedCampaign) Status(ctx context.Context) (*campaigning.Status, error) {
	text, err := w.Campaign.Reported(ctx)
	if err != nil {
		return nil, err
	}
	if text == nil {
		return nil, fmt.Errorf("campaign %s: %w", w.Campaign.Name(), ErrNoStatus)
	}
	s := &campaigning.Status{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("campaign %s: its status cannot be read: %w", w.Campaign.Name(), err)
	}
	head, err := w.Campaign.Head(ctx)
	if err != nil {
		return nil, err
	}
	present, err := w.Campaign.Present(ctx)
	if err != nil {
		return nil, err
	}
	fill(s, present, fleet.Tally{Units: max(s.Units, head.Tally.Units), Again: max(s.Redelivered, head.Tally.Again), Aside: max(s.Poisoned, head.Tally.Aside)})
	s.Running = !head.Ended && len(present) > 0
	return s, nil
}
