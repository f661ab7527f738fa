package plan

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/model/check/adapted"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// An Adaptation is what an adapter must write for a case.
type Adaptation struct {
	// Out is the dialect to write, with its variant.
	Out string `json:"out"`
	spec.Adapting
	// Filter means that the candidate is a plain filter. It sees the end of its
	// input, but not the cause.
	Filter bool `json:"filter,omitempty"`
}

var errNoAdapter = errors.New("the case is for no adapter")

// Shared is what the dialect of the case and the dialect to write share.
func (c *Case) Shared() (adapted.Shared, error) {
	if c.Adapts == nil {
		return adapted.Shared{}, errNoAdapter
	}
	codec, variant, err := Lookup(c.Adapts.Out)
	if err != nil {
		return adapted.Shared{}, err
	}
	return adapted.Between(c.Stream.Features, codec.Features(variant), c.Adapts.Adapting), nil
}

// prefixesEach is how many prefixes of a case an adapter gets beside the whole.
// prefixesFiltered is the same for a filter, which is started for each of them.
const (
	prefixesEach     = 2
	prefixesFiltered = 1
)

// adaptation is what an adapter must write: the one dialect that is wanted of those
// that it can write. It is nil for other candidates.
func adaptation(sel *Selection, hello *probe.HelloReply) (*Adaptation, error) {
	if hello.Role != probe.Adapter {
		if sel.Out != "" {
			return nil, fmt.Errorf("%w: %s is a %s, and only an adapter writes %s", ErrNothing, hello.Name, hello.Role, sel.Out)
		}
		return nil, nil
	}
	writes, err := Outputs(sel, hello)
	if err != nil {
		return nil, err
	}
	switch len(writes) {
	case 0:
		return nil, fmt.Errorf("%w: %s writes %s, not %s", ErrNothing, hello.Name, strings.Join(hello.Outputs, ", "), sel.Out)
	case 1:
		return &Adaptation{Out: writes[0], Adapting: hello.Adapts(), Filter: sel.Filter}, nil
	}
	return nil, fmt.Errorf("%w: %s writes %s; name one of them with --out", ErrNothing, hello.Name, strings.Join(writes, ", "))
}

// Outputs are the wanted variants that the adapter writes and that are known here.
func Outputs(sel *Selection, hello *probe.HelloReply) ([]string, error) {
	wanted := map[string]bool{}
	if sel.Out != "" {
		expanded, err := Expand(sel.Out)
		if err != nil {
			return nil, err
		}
		for _, f := range expanded {
			wanted[f.Name] = true
		}
	}
	var names []string
	seen := map[string]bool{}
	for _, output := range hello.Outputs {
		expanded, err := Expand(output)
		if err != nil {
			continue
		}
		for _, f := range expanded {
			if (sel.Out == "" || wanted[f.Name]) && !seen[f.Name] {
				seen[f.Name] = true
				names = append(names, f.Name)
			}
		}
	}
	return names, nil
}

// Adapted is the case in the form that the plan's candidate needs. For an adapter it
// says what to write, and has few prefixes.
func (p *Plan) Adapted(c *Case) *Case {
	if p.Adapts == nil {
		return c
	}
	own := *c
	own.Adapts = p.Adapts
	most := prefixesEach
	if p.Adapts.Filter {
		most = prefixesFiltered
	}
	own.Observe = spread(own.Prefixes(), most)
	if c.Written != nil && c.Written.Twin != nil {
		written := *c.Written
		written.Twin = p.Adapted(written.Twin)
		own.Written = &written
	}
	return &own
}

// spread chooses no more than most of the positions, evenly.
func spread(positions []int, most int) []int {
	if len(positions) <= most {
		return positions
	}
	kept := make([]int, most)
	for i := range kept {
		kept[i] = positions[(2*i+1)*len(positions)/(2*most)]
	}
	return kept
}

// Shared is what an adapter's first input dialect and its output dialect both
// express. It is false if the candidate is no adapter.
func (p *Plan) Shared() (adapted.Shared, bool) {
	if p.Adapts == nil {
		return adapted.Shared{}, false
	}
	f := p.Chosen[0]
	codec, variant, err := Lookup(p.Adapts.Out)
	if err != nil {
		return adapted.Shared{}, false
	}
	return adapted.Between(f.Features(), codec.Features(variant), p.Adapts.Adapting), true
}
