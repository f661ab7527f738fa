package scaffold

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe/contract"
	"github.com/quock-dev/quock/spec/wire"
)

//go:embed dialects/*.toml outputs/*.toml
var bodies embed.FS

// A writer is the code that writes the messages of a transcript in a dialect.
type writer struct{ TS, Python string }

// output is the dialect that an adapter's skeleton writes.
const output = "aisdk:v5"

// adaptable says whether there is a skeleton of an adapter from the dialect. Where a
// dialect marks its turns, an adapter has to read them, which no skeleton does.
func adaptable(f *spec.Features) bool { return !f.TurnStarts && !f.Terminal && !f.Document }

// writerOf reads the code that writes it.
func writerOf() (*writer, error) {
	code := &writer{}
	text, err := fs.ReadFile(bodies, "outputs/aisdk-v5.toml")
	if err == nil {
		err = toml.Unmarshal(text, code)
	}
	if err != nil {
		return nil, fmt.Errorf("the skeleton that writes %s: %w", output, err)
	}
	return code, nil
}

// A dialectCode is the code for the plain case of a dialect.
type dialectCode struct {
	// Extends is a dialect whose code this one has as well.
	Extends        string
	TS, Python, Go fileCode
	Branch         []branchCode
}

// fileCode stands around the branches.
type fileCode struct {
	// Prelude says whose record it is, before the branches.
	Prelude string
	// Discriminator tells the branches apart; "" is the contract's field.
	Discriminator string
	Fields        string
	Helpers       string
	// Imports are further ones, in Go.
	Imports string
}

type branchCode struct {
	// Values are those of the contract's rows.
	Values []string
	// Unnamed is the branch of the rows without values.
	Unnamed        bool
	TS, Python, Go string
}

// codeOf reads the code of a dialect's variant.
func codeOf(f *spec.Features) (*dialectCode, error) {
	bare, variant, _ := strings.Cut(f.Dialect, ":")
	name := bare
	switch {
	case bare == "aisdk":
		name += "-" + strings.TrimSuffix(variant, "-lines")
	case f.Document, f.Kept, f.Dialect == "codex:rollout", f.Dialect == "openai:chat":
		name += "-" + variant
	case strings.HasPrefix(variant, "v3"):
		name += "-v3"
	}
	return readCode(name)
}

func readCode(name string) (*dialectCode, error) {
	text, err := fs.ReadFile(bodies, "dialects/"+name+".toml")
	if err != nil {
		return nil, fmt.Errorf("no skeleton of %s: %w", name, err)
	}
	code := &dialectCode{}
	if err := toml.Unmarshal(text, code); err != nil {
		return nil, fmt.Errorf("the skeleton of %s: %w", name, err)
	}
	if code.Extends == "" {
		return code, nil
	}
	base, err := readCode(code.Extends)
	if err != nil {
		return nil, err
	}
	code.Branch = append(base.Branch, code.Branch...)
	code.TS, code.Python, code.Go = base.TS.with(code.TS), base.Python.with(code.Python), base.Go.with(code.Go)
	return code, nil
}

// with adds what a dialect has besides.
func (c fileCode) with(more fileCode) fileCode {
	c.Prelude += "\n" + more.Prelude
	c.Helpers += "\n" + more.Helpers
	c.Discriminator = more.Discriminator
	return c
}

// A branch is a case of the switch over a record.
type branch struct {
	// Rows are the contract's sentences.
	Rows   []string
	Values []string
	// Others is the branch of all that no other one is for.
	Others bool
	// ToDo says that the branch does nothing, but should.
	ToDo bool
	Body string
}

// branches are those of a variant, as the contract has them.
func branches(f *spec.Features, code []branchCode, body func(branchCode) string) []*branch {
	if f.Document {
		return nil // it has no types of record
	}
	var all []*branch
	others := &branch{Others: true}
	for _, row := range (contract.Audience{Variants: []spec.Features{*f}}).RecordTypes() {
		b := others
		if row.When != "all others" {
			values := row.Values
			if i := slices.IndexFunc(code, func(c branchCode) bool { return c.Unnamed }); len(values) == 0 && i >= 0 {
				values = code[i].Values
			}
			b = branchOf(&all, values)
		}
		b.Rows = append(b.Rows, sentence(row))
		b.ToDo = b.ToDo || !strings.HasPrefix(row.Means, "nothing")
	}
	for _, b := range all {
		if i := slices.IndexFunc(code, func(c branchCode) bool { return slices.Equal(c.Values, b.Values) }); i >= 0 {
			b.Body, b.ToDo = body(code[i]), false
		}
	}
	others.ToDo = false
	return append(all, others)
}

// branchOf finds the branch of some values, or adds it.
func branchOf(all *[]*branch, values []string) *branch {
	for _, b := range *all {
		if slices.Equal(b.Values, values) {
			return b
		}
	}
	b := &branch{Values: values}
	*all = append(*all, b)
	return b
}

// sentence is what the contract says of a type of record.
func sentence(r contract.RecordType) string {
	text := r.Means
	if r.When != "" {
		text = r.When + ": " + text
	}
	if r.Fields != "" {
		text += " (" + r.Fields + ")"
	}
	return text
}

// field is the contract's field that tells records apart.
func field(f *spec.Features) string {
	for _, row := range (contract.Audience{Variants: []spec.Features{*f}}).RecordTypes() {
		if row.Field != "" {
			return row.Field
		}
	}
	return ""
}

// wraps reports whether a record may hold its event in data.
func wraps(codec wire.Codec, variant string) bool {
	return codec.Framing(variant) == wire.SSE || codec.Name() == "cagent"
}
