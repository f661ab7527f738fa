// Package dialects is the one explicit list of dialects.
//
// Goals: find a codec by its name, or by what a stream looks like, and say why.
//
// Non-goals: registration at run time; guessing between dialects that both fit.
package dialects

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/acp"
	"github.com/quock-dev/quock/spec/wire/agentc"
	"github.com/quock-dev/quock/spec/wire/agui"
	"github.com/quock-dev/quock/spec/wire/aisdk"
	"github.com/quock-dev/quock/spec/wire/anthropic"
	"github.com/quock-dev/quock/spec/wire/cagent"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/codex"
	"github.com/quock-dev/quock/spec/wire/deepagents"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/openai"
)

// All returns a codec of each dialect, neutral first, then by name.
func All() []wire.Codec {
	return []wire.Codec{neutral.New(), acp.New(), agentc.New(), agui.New(), aisdk.New(), anthropic.New(), cagent.New(), claudecode.New(), codex.New(), deepagents.New(), langgraph.New(), openai.New()}
}

// Names lists every name that Lookup takes: each dialect's bare name, followed
// by those with its variants ("langgraph", "langgraph:js", …).
func Names() []string { return namesOf(All()) }

// GeneratedNames lists the names that Generated has, in the form of Names.
func GeneratedNames() []string { return namesOf(Generated()) }

func namesOf(codecs []wire.Codec) []string {
	var names []string
	for _, c := range codecs {
		names = append(names, c.Name())
		for _, variant := range c.Variants() {
			names = append(names, c.Name()+":"+variant)
		}
	}
	return names
}

// Lookup finds a codec by name, "langgraph" or "langgraph:python". The bare name
// gives the variant "", which is the codec's default. An unknown name is an
// error that gives the nearest of the known ones, or lists them.
func Lookup(name string) (c wire.Codec, variant string, err error) {
	bare, variant, qualified := strings.Cut(name, ":")
	for _, c := range All() {
		if c.Name() != bare {
			continue
		}
		if qualified && !slices.Contains(c.Variants(), variant) {
			return nil, "", unknownVariant(c, variant)
		}
		return c, variant, nil
	}
	if near := spec.Nearest(name, Names()); near != "" {
		return nil, "", fmt.Errorf("dialects: no dialect %q; did you mean %s?", name, near)
	}
	return nil, "", fmt.Errorf("dialects: no dialect %q; there are %s", name, strings.Join(Names(), ", "))
}

// ErrReadOnly means that no stream of a dialect is generated, only recordings are read.
var ErrReadOnly = errors.New("read only")

// Generates is nil for a variant of which streams are generated, else an ErrReadOnly that
// says what can be done with it (spec.Features.ReadOnly).
func Generates(c wire.Codec, variant string) error {
	f := c.Features(variant)
	if !f.ReadOnly {
		return nil
	}
	return fmt.Errorf("%s is %w: recordings of it are read and checked (quock check, quock show), and no stream of it is generated", f.Dialect, ErrReadOnly)
}

// Generated returns a codec of each dialect of which streams are generated, with the
// variants of which they are, in the order of All.
func Generated() []wire.Codec {
	var all []wire.Codec
	for _, c := range All() {
		g := generated{Codec: c}
		for _, variant := range c.Variants() {
			if Generates(c, variant) == nil {
				g.variants = append(g.variants, variant)
			}
		}
		switch {
		case len(g.variants) < len(c.Variants()) && len(g.variants) > 0:
			all = append(all, g)
		case Generates(c, "") == nil:
			all = append(all, c)
		}
	}
	return all
}

// generated is a codec with fewer variants.
type generated struct {
	wire.Codec
	variants []string
}

func (g generated) Variants() []string { return g.variants }

func unknownVariant(c wire.Codec, variant string) error {
	if len(c.Variants()) == 0 {
		return fmt.Errorf("dialects: %s has no variants, so no %q", c.Name(), variant)
	}
	return fmt.Errorf("dialects: %s has no variant %q; it has %s", c.Name(), variant, strings.Join(c.Variants(), ", "))
}
