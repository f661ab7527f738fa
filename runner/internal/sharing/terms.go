package sharing

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
)

// ErrTerms means that a process does not fit a campaign.
var ErrTerms = errors.New("this is not the campaign's")

// Terms are what a campaign begins with. All who join must agree.
type Terms struct {
	// Quock, Campaign and Choosing are the versions of the program, of its campaigns, and of
	// the cases that a seed gives.
	Quock    string `json:"quock"`
	Campaign int    `json:"campaign"`
	Choosing int    `json:"choosing"`

	Params campaign.Params `json:"params"`
	// Program is what the candidate says of itself, without its command: that may be
	// another one elsewhere. Build is what the user says of it.
	Program string        `json:"program"`
	Build   string        `json:"build"`
	Cases   uint64        `json:"cases"`
	Budget  time.Duration `json:"budget"`
	// Timeouts is how many timeouts end it.
	Timeouts int `json:"timeouts"`
	// From is the checkpoint of the folder from which it goes on; "" for a new one. Who
	// began it has that folder.
	From string `json:"from"`
}

// Here sets the versions to those of this program.
func (t *Terms) Here() {
	t.Quock, t.Campaign, t.Choosing = runner.Version, campaign.Version, perform.Choosing
}

// Text returns the terms as they are kept.
func (t *Terms) Text() ([]byte, error) { return json.Marshal(t) }

// ReadTerms reads the terms of a campaign. The error is ErrTerms where another version
// wrote them.
func ReadTerms(text []byte) (*Terms, error) {
	t, own := &Terms{}, &Terms{}
	own.Here()
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("%w: its terms cannot be read: %w", ErrTerms, err)
	}
	if t.Quock != own.Quock || t.Campaign != own.Campaign || t.Choosing != own.Choosing {
		return nil, fmt.Errorf("%w: this is quock %s (campaigns %d, cases %d), and the campaign is of quock %s (campaigns %d, cases %d)",
			ErrTerms, own.Quock, own.Campaign, own.Choosing, t.Quock, t.Campaign, t.Choosing)
	}
	return t, nil
}

// Asked are the terms that a user named who joins; nil where none was named.
type Asked struct {
	Seed     *uint64
	Dialect  *string
	Level    *perform.Level
	Cases    *uint64
	Round    *uint64
	Budget   *time.Duration
	Timeouts *int
}

// Refuses returns as ErrTerms the first term that a user named differently.
func (t *Terms) Refuses(a *Asked) error {
	for _, one := range []error{
		differs("--seed", a.Seed, t.Params.Seed), differs("--dialect", a.Dialect, t.Params.Dialect), differs("--level", a.Level, t.Params.Level),
		differs("--cases", a.Cases, t.Cases), differs("--round", a.Round, t.Params.Round), differs("--time", a.Budget, t.Budget), differs("--max-timeouts", a.Timeouts, t.Timeouts),
	} {
		if one != nil {
			return one
		}
	}
	return nil
}

func differs[T comparable](flag string, asked *T, has T) error {
	if asked == nil || *asked == has {
		return nil
	}
	return fmt.Errorf("%w: %s %v was given, and the campaign has %v; leave the flag out to join it", ErrTerms, flag, *asked, has)
}

// Admits reports as ErrTerms that a candidate is not the campaign's.
func (t *Terms) Admits(program, build string) error {
	switch {
	case program != t.Program:
		return fmt.Errorf("%w: the candidate is %s, and the campaign's is %s", ErrTerms, program, t.Program)
	case build != t.Build:
		return fmt.Errorf("%w: --build %q was given, and the campaign has %q", ErrTerms, build, t.Build)
	}
	return nil
}
