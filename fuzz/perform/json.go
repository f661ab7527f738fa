package perform

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/fuzz/scenario/script"
	"github.com/quock-dev/quock/spec"
)

// version is that of the form in which cases are kept; it changes whenever a
// kept case would be emitted otherwise.
const version = 1

// kept is a case in a replay file: all its layers as data, so that it is emitted
// the same whatever the generator makes of the seed by then.
type kept struct {
	Version  int                `json:"version"`
	Dialect  string             `json:"dialect"`
	Seed     uint64             `json:"seed,string"`
	Level    Level              `json:"level"`
	Cut      *int               `json:"cut,omitempty"`
	Schedule script.Order       `json:"schedule"`
	Scenario *scenario.Scenario `json:"scenario"`
	Edits    damage.Edits       `json:"edits,omitempty"`
	Forms    spec.Forms         `json:"forms,omitempty"`
}

// MarshalJSON writes the case's layers.
func (c *Case) MarshalJSON() ([]byte, error) {
	k := kept{
		Version: version, Dialect: c.Scenario.Features.Dialect, Seed: c.Seed, Level: c.Level,
		Schedule: c.Schedule, Scenario: c.Scenario, Edits: c.Edits, Forms: c.forms,
	}
	if c.cut != scenario.None {
		k.Cut = &c.cut
	}
	return json.Marshal(k)
}

// UnmarshalJSON reads a case and emits it. A case of another version, or whose
// layers do not fit together, is an error.
func (c *Case) UnmarshalJSON(b []byte) error {
	var k kept
	if err := json.Unmarshal(b, &k); err != nil {
		return fmt.Errorf("perform: read case: %w", err)
	}
	if k.Version != version || k.Scenario == nil {
		return fmt.Errorf("perform: read case: version %d, not %d", k.Version, version)
	}
	if err := k.Scenario.Check(); err != nil {
		return fmt.Errorf("perform: read case: %w", err)
	}
	*c = Case{Seed: k.Seed, Level: k.Level, Scenario: k.Scenario, Schedule: k.Schedule, Edits: k.Edits, cut: scenario.None, forms: k.Forms}
	if k.Cut != nil {
		c.cut = *k.Cut
	}
	c.script.Reset(c.Scenario)
	if err := k.Schedule.Check(&c.script); err != nil {
		return fmt.Errorf("perform: read case: %w", err)
	}
	c.perform()
	return nil
}
