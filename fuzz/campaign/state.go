package campaign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
)

// Version is the version of the checkpoint, of the log, and of what a campaign
// does with a seed.
const Version = 4

// The reasons to refuse a checkpoint.
var (
	ErrVersion    = errors.New("a campaign of another version")
	ErrChanged    = errors.New("not a checkpoint that was kept: it was cut short or changed")
	ErrParameters = errors.New("a campaign with other parameters")
)

// Params decide a campaign together with the number of its cases.
type Params struct {
	Seed uint64 `json:"seed"`
	// Dialect names the dialect and its variant.
	Dialect string        `json:"dialect"`
	Level   perform.Level `json:"level"`
	// Round is how many cases a round has at most, 0 for 1024. More workers want more.
	Round uint64 `json:"round,omitempty"`
	// Candidate identifies the candidate.
	Candidate string `json:"candidate"`
}

// differ describes the first parameter that differs, "" if none does.
func (p *Params) differ(other *Params) string {
	switch {
	case p.Seed != other.Seed:
		return fmt.Sprintf("seed %d, not %d", p.Seed, other.Seed)
	case p.Dialect != other.Dialect:
		return fmt.Sprintf("dialect %s, not %s", p.Dialect, other.Dialect)
	case p.Level != other.Level:
		return fmt.Sprintf("level %s, not %s", p.Level, other.Level)
	case p.Round != other.Round:
		return fmt.Sprintf("rounds of %d cases, not of %d", p.mostCases(), other.mostCases())
	case p.Candidate != other.Candidate:
		return fmt.Sprintf("candidate %s, not %s", p.Candidate, other.Candidate)
	}
	return ""
}

func (p *Params) mostCases() uint64 { return max(cmp.Or(p.Round, mostCases), unitCases) }

// A state is the complete state of a campaign.
type state struct {
	Params Params `json:"params"`
	// Choosing is the version of the meaning of choices.
	Choosing int `json:"choosing"`
	// Tried counts the cases, Rounds the rounds, Steps those of all rounds.
	Tried  uint64 `json:"tried"`
	Rounds int    `json:"rounds"`
	Steps  int    `json:"steps"`

	Verdicts   map[spec.Verdict]int `json:"verdicts"`
	Bandit     bandit               `json:"arms"`
	Corpus     []entry              `json:"corpus"`
	Findings   []Filed              `json:"findings"`
	Symptoms   seen                 `json:"symptoms"`
	Attributed seen                 `json:"charged"`
	// Wavered counts the flaky cases.
	Wavered int `json:"wavered"`
	// Diagnosis is the last one, made when Grouped cases were tried. Diagnoses counts
	// those that were due, and Explained the cases under each known deviation.
	Diagnosis Grouping       `json:"diagnosis"`
	Grouped   uint64         `json:"grouped"`
	Diagnoses int            `json:"diagnoses"`
	Explained map[string]int `json:"explained,omitempty"`
	// Failing are some of the failing cases, Left some of those that the diagnosis
	// does not explain.
	Failing sample `json:"failing,omitempty"`
	Left    sample `json:"left,omitempty"`
	// Problem is the first harness error.
	Problem string `json:"problem,omitempty"`

	Sketch sketch `json:"interleavings"`
	Cover  *Cover `json:"coverage"`
	Log    logged `json:"log"`
}

// logged is the part of the log that the checkpoint includes.
type logged struct {
	Bytes int    `json:"bytes"`
	Sum   string `json:"sum"`
}

func newState(p Params) *state {
	return &state{Params: p, Choosing: perform.Choosing, Verdicts: map[spec.Verdict]int{}, Explained: map[string]int{}, Cover: NewCover()}
}

// A checkpoint is the stored form of a state.
type checkpoint struct {
	Campaign int             `json:"campaign"`
	Sum      string          `json:"sum"`
	State    json.RawMessage `json:"state"`
}

// text returns the state as a checkpoint.
func (s *state) text() ([]byte, error) {
	body, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("campaign: write the checkpoint: %w", err)
	}
	text, err := json.Marshal(checkpoint{Version, sumOf(body), body})
	return append(text, '\n'), err
}

// readState reads a checkpoint. The error says why the checkpoint is refused.
func readState(text []byte) (*state, error) {
	var c checkpoint
	err := json.Unmarshal(text, &c)
	switch {
	case err != nil || c.Campaign == 0 || !bytes.HasSuffix(text, []byte("}\n")):
		return nil, ErrChanged
	case c.Campaign != Version:
		return nil, fmt.Errorf("%w: %d, not %d; since 4 there are no shards and nothing to merge: begin anew in another folder, and let several machines work on one campaign with --nats", ErrVersion, c.Campaign, Version)
	case sumOf(c.State) != c.Sum:
		return nil, ErrChanged
	}
	s := newState(Params{})
	if err := json.Unmarshal(c.State, s); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if s.Choosing != perform.Choosing {
		return nil, fmt.Errorf("%w: its cases have version %d, not %d", ErrVersion, s.Choosing, perform.Choosing)
	}
	return s, nil
}

// check compares the stored log, corpus and findings with the checkpoint.
func (s *state) check(k Kept) error {
	if len(k.Log) < s.Log.Bytes || sumOf(k.Log[:s.Log.Bytes]) != s.Log.Sum {
		return fmt.Errorf("%w: its log differs from the one that was kept", ErrChanged)
	}
	for i := range s.Corpus {
		e := &s.Corpus[i]
		text, err := k.Entry(e.Name)
		if err == nil {
			err = e.load(text, s.Params.Dialect)
		}
		if err != nil {
			return fmt.Errorf("corpus entry %s: %w", e.Name, err)
		}
	}
	for i := range s.Findings {
		f := &s.Findings[i]
		text, err := k.Finding(f.Name)
		if err == nil && sumOf(text) != f.Sum {
			err = fmt.Errorf("%w: it differs from the finding that was kept", ErrChanged)
		}
		if err != nil {
			return fmt.Errorf("finding %s: %w", f.Name, err)
		}
	}
	return nil
}
