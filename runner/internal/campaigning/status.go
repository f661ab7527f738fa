package campaigning

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/disk"
	"github.com/quock-dev/quock/spec"
)

// A Status says how a campaign stands. A campaign fills it in, but for what a Fleet knows. Its
// JSON form is kept while the campaign runs.
type Status struct {
	Params campaign.Params `json:"params"`
	// Tried are the cases so far, of so many; 0 where only the time bounds them.
	Tried    uint64               `json:"tried"`
	Of       uint64               `json:"of,omitempty"`
	Rounds   int                  `json:"rounds"`
	Verdicts map[spec.Verdict]int `json:"verdicts"`
	// Edges and Orders count the coverage, Corpus its cases.
	Edges  int `json:"edges"`
	Orders int `json:"orders"`
	Corpus int `json:"corpus"`
	// Findings are how many streams were found; Deviations the names of those that the last
	// diagnosis knows.
	Findings   int      `json:"findings"`
	Deviations []string `json:"deviations,omitempty"`
	// Running says that a process works on the campaign. It began At, and has tried so many
	// cases a second since.
	Running bool      `json:"running"`
	At      time.Time `json:"at,omitzero"`
	Rate    float64   `json:"rate"`

	// Step is what is being done.
	Step StepStatus `json:"step,omitzero"`

	// Workers are those who work on it. Units counts what they did, Redelivered the units
	// that were given out again, and Poisoned those that were given up.
	Workers     []WorkerStatus `json:"workers,omitempty"`
	Units       int            `json:"units"`
	Redelivered int            `json:"redelivered"`
	Poisoned    int            `json:"poisoned"`
}

// A StepStatus is what a campaign is doing: what its units are for, and how many of them are done.
type StepStatus struct {
	What string `json:"what"`
	Done int    `json:"done"`
	Of   int    `json:"of"`
}

// A WorkerStatus says what one worker did, when it was last heard of, and how many units it was
// at then: at the first of them for so long.
type WorkerStatus struct {
	Name    string        `json:"name"`
	Units   int           `json:"units"`
	Seen    time.Time     `json:"seen"`
	Open    int           `json:"open,omitempty"`
	Longest time.Duration `json:"longest,omitempty"`
}

// Folded is how many of the cases were tried in rounds that are over. The others are of the
// present round.
func (s *Status) Folded() (n uint64) {
	for _, cases := range s.Verdicts {
		n += uint64(cases)
	}
	return n
}

// A Watcher tells how a campaign stands.
type Watcher interface {
	Status(ctx context.Context) (*Status, error)
}

// A Fleet is workers that know what they do. Fill fills in Workers, Units, Redelivered and
// Poisoned. It may be called in parallel with Do.
type Fleet interface {
	Fill(s *Status)
}

// statusFile is in the folder while a process works in it.
const statusFile = "status.json"

// statusEach is how often the status is written.
const statusEach = time.Second

// A WatchedFolder is the folder of a campaign, whether a process works in it or not.
type WatchedFolder string

// Status reads how the campaign stands. The error is ErrNoCampaign if there is none.
func (w WatchedFolder) Status(context.Context) (*Status, error) {
	if _, err := os.Stat(filepath.Join(string(w), checkpointFile)); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, fmt.Errorf("folder %s: %w", string(w), ErrNoCampaign)
	}
	f, err := Open(string(w))
	if errors.Is(err, ErrBusy) {
		return w.running()
	}
	if err != nil {
		return nil, err
	}
	s, err := w.rested()
	return s, errors.Join(err, f.Close())
}

// running reads what the process that works in the folder wrote; where it wrote nothing yet,
// the checkpoint.
func (w WatchedFolder) running() (*Status, error) {
	s := &Status{}
	text, err := os.ReadFile(filepath.Join(string(w), statusFile))
	if errors.Is(err, fs.ErrNotExist) {
		if s, err = w.rested(); err == nil {
			s.Running = true
		}
		return s, err
	}
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the status of %s: %w", string(w), err)
	}
	return s, nil
}

// rested is the status of a campaign that nobody works on.
func (w WatchedFolder) rested() (*Status, error) {
	text, err := os.ReadFile(filepath.Join(string(w), checkpointFile))
	if err != nil {
		return nil, fmt.Errorf("reading the status of %s: %w", string(w), err)
	}
	r, err := campaign.ReadReport(text)
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", string(w), err)
	}
	s := &Status{
		Params: r.Params, Tried: r.Tried, Rounds: r.Rounds, Verdicts: r.Verdicts, Edges: r.Edges, Orders: r.Orders, Corpus: r.Corpus,
		Findings: len(r.Findings), Deviations: r.Diagnosis.Deviations(),
	}
	return s, nil
}

// Status tells how the campaign stands that runs.
func (h *running) Status(context.Context) (*Status, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.status()
	return &s, nil
}

// status is Status while h.mu is held.
func (h *running) status() Status {
	s := h.stood
	s.Running, s.At, s.Units, s.Step = true, h.began, h.units, h.step
	if took := time.Since(h.began).Seconds(); took > 0 && s.Tried > h.before {
		s.Rate = float64(s.Tried-h.before) / took
	}
	if f, ok := h.workers.(Fleet); ok {
		f.Fill(&s)
	}
	return s
}

// stands takes in how far the campaign is. h.mu is held.
func (h *running) stands(p *campaign.Progress) {
	if h.began.IsZero() {
		h.began, h.before = time.Now(), p.Tried
	}
	h.stood = Status{
		Params: h.options.Params, Tried: p.Tried, Of: p.Of, Rounds: p.Rounds, Verdicts: maps.Clone(p.Verdicts), Edges: p.Edges, Orders: p.Orders,
		Corpus: p.Corpus, Findings: len(p.Findings), Deviations: p.Deviations,
	}
}

// reportEach writes the status at intervals: a unit may last minutes.
func (h *running) reportEach() (end func()) {
	over, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for tick := time.Tick(statusEach); ; {
			select {
			case <-tick:
				h.mu.Lock()
				h.publish()
				h.mu.Unlock()
			case <-over:
				return
			}
		}
	}()
	return func() { close(over); <-stopped }
}

// publish writes the status, now and then. A status that cannot be written is no reason to end
// the campaign. h.mu is held.
func (h *running) publish() {
	if h.began.IsZero() || time.Since(h.reported) < statusEach {
		return
	}
	h.reported = time.Now()
	s := h.status()
	if text, err := json.Marshal(&s); err == nil {
		_ = disk.Write(h.folder.in(statusFile), append(text, '\n'), disk.Options{})
	}
}
