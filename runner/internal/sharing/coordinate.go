package sharing

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/campaigning"
	"github.com/quock-dev/quock/runner/internal/fleet"
)

// coordinate goes on with the campaign from what the server has.
func (m *Member) coordinate(ctx context.Context, l *fleet.Lead) error {
	c := &coordinator{Member: m, lead: l}
	if head := l.Saved(); head.State != nil {
		s, copied, err := m.take(ctx, head)
		if err != nil {
			return err
		}
		c.manifest, c.copied = s.Copy, copied
		if c.saved, err = m.Folder.Mark(); err != nil {
			return err
		}
	} else if mark, err := m.Folder.Mark(); err != nil {
		return err
	} else if mark != m.Terms.From {
		if mark == "" {
			return fleet.ErrLost // the folder that it goes on from is elsewhere
		}
		return fmt.Errorf("%w: the folder here holds more or less of the campaign than it begins with", ErrTerms)
	}
	budget := m.Terms.Budget
	if budget > 0 {
		budget = max(1, budget-l.Spent()) // 0 is no limit
	}
	end := func() {}
	out, err := campaigning.Run(ctx, m.Folder, m.Plan, m.Starter, m.Limits, campaigning.Options{
		Params: m.Terms.Params, Policies: m.Policies, Cases: m.Terms.Cases, Budget: budget, Timeouts: m.Terms.Timeouts,
		Workers:  func(done func(*campaign.Unit)) campaign.Workers { c.did = done; return c },
		Progress: m.Progress, Watched: func(w campaigning.Watcher) { end = c.report(ctx, w) },
	})
	end()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		err = c.save(ctx, out)
	}
	return err
}

// A coordinator has units done by the fleet, and keeps the folder on the server.
type coordinator struct {
	*Member
	lead *fleet.Lead
	// saved is the checkpoint that the server has, copied the folder with it, and manifest
	// the blob of that.
	saved    string
	copied   *campaigning.Copy
	manifest string
	did      func(*campaign.Unit)

	// mu guards who was there a moment ago.
	mu      sync.Mutex
	present []fleet.Presence
}

// Do has the units of a step done. A checkpoint that was written since the last step is
// saved first.
func (c *coordinator) Do(ctx context.Context, _ int, units []*campaign.Unit, blobs campaign.Blobs) ([]*campaign.Result, error) {
	if mark, err := c.Folder.Mark(); err != nil {
		return nil, err
	} else if mark != c.saved {
		if err := c.save(ctx, nil); err != nil {
			return nil, err
		}
	}
	all := make([]fleet.Unit, len(units))
	for i, u := range units {
		all[i] = fleet.Unit{Bytes: u.Marshal(), Blobs: u.Blobs()}
	}
	done, err := c.lead.Do(ctx, all, blobs, func(n int) { c.did(units[n]) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	} else if err != nil {
		return nil, err
	}
	kept := c.copied.Hashes()
	for i := range all {
		for _, hash := range all[i].Blobs {
			if !kept[hash] {
				c.lead.Unneeded(hash)
			}
		}
	}
	results := make([]*campaign.Result, len(units))
	for i := range done {
		if done[i].Aside {
			results[i] = campaign.Lost(fmt.Sprintf("unit %.12s was set aside: %d processes ended while they did it", units[i].Key(), fleet.Deaths))
		} else if results[i], err = campaign.UnmarshalResult(done[i].Bytes); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// save copies the folder to the server; with an outcome, as the campaign's end.
func (c *coordinator) save(ctx context.Context, out *campaigning.Outcome) error {
	mark, err := c.Folder.Mark()
	if err != nil {
		return err
	}
	copied, err := c.Folder.Copy(c.copied, func(text []byte) (string, error) { return c.lead.Store(ctx, text) })
	if err != nil {
		return err
	}
	text, err := json.Marshal(copied)
	if err != nil {
		return err
	}
	s := state{}
	if s.Copy, err = c.lead.Store(ctx, text); err != nil {
		return err
	}
	if out != nil {
		s.End, s.BugReport = out.End, out.BugReport
	}
	head, err := json.Marshal(&s)
	if err != nil {
		return err
	}
	left := copied.Hashes()
	left[s.Copy] = true
	for _, hash := range append(slices.Collect(maps.Keys(c.copied.Hashes())), c.manifest) {
		if hash != "" && !left[hash] {
			c.lead.Unneeded(hash)
		}
	}
	c.saved, c.copied, c.manifest = mark, copied, s.Copy
	return c.lead.Save(ctx, head, out != nil, left)
}
