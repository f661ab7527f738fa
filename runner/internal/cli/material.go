package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/words"
)

// materialLong says what can be put to a candidate again.
const materialLong = `A FILE is a replay file that a run or a campaign left, a distilled fixture, a written case, an entry
of a campaign's corpus, the token of a case, or a recorded stream: a file, perhaps compressed, a folder with one recording, or - for
standard input. The dialect of a recorded stream is found by content, or named with --dialect; what
the model reads in it is what the candidate is held against.`

// againFlags are those of commands that put one case to a candidate again.
type againFlags struct {
	candidateFlags
	trace.Options
	writes string
}

func (f *againFlags) add(cmd *cobra.Command) {
	f.candidateFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Dialect, "dialect", "", "the `dialect` of a recorded stream, bare or with a variant, instead of finding it by content")
	flags.StringVar(&f.writes, "writes", "", "what an adapter is to make of a recorded stream or a token: the `dialect` that it writes")
	flags.IntVar(&f.Limits.Line, "max-record", wire.DefaultLine, "the longest line of a recorded stream, in `bytes`")
	flags.IntVar(&f.Limits.Depth, "max-depth", wire.DefaultDepth, "how many `levels` deep a record may nest")
	flags.IntVar(&f.Records, "max-records", defaultAgain, "how many `records` a recorded stream may have")
	flags.Int64Var(&f.Size, "max-size", trace.DefaultSize, "how many `bytes` a recorded stream may have, unpacked")
}

// defaultAgain is how many records a recorded stream may have that is put to a
// candidate: they are one request.
const defaultAgain = 200_000

// A material is one case that is put to a candidate again.
type material struct {
	*runner.Case
	// rules are those that it failed before, about what it is, for people.
	rules []string
	about string
}

// material reads what a FILE means.
func (c console) material(ctx context.Context, name string, f *againFlags) (*material, error) {
	m, err := written(name)
	if m != nil || err != nil {
		return m, err
	}
	return c.ofTrace(ctx, name, f)
}

// written reads a FILE that holds a case; nil where it is a recorded stream.
func written(name string) (*material, error) {
	if token.MatchString(name) {
		if _, err := os.Stat(name); err != nil {
			return ofToken(name)
		}
	}
	if info, err := os.Stat(name); name != "-" && (err != nil || !info.IsDir()) {
		text, err := head(name)
		if err != nil {
			return nil, err
		}
		switch {
		case isReplay(text):
			return ofReplay(name)
		case filepath.Ext(name) == archive:
			return ofArchive(name)
		case token.Match(text):
			return ofEntry(name)
		}
	}
	return nil, nil
}

var token = regexp.MustCompile(`^q[0-9]+/`)

// head is the beginning of a file: enough to tell what it is.
func head(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 256<<10))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return text, nil
}

// archive is the extension of files with a case in them.
const archive = ".txtar"

func isReplay(text []byte) bool { return bytes.Contains(text, []byte("\n-- case.json --\n")) }

// keyed is how a fixture or a written case begins; a replay begins with a story.
var keyed = regexp.MustCompile(`^[a-z]+: `)

// ofArchive reads a distilled fixture or a written case, or says of a broken
// replay file what is wrong with it.
func ofArchive(name string) (*material, error) {
	text, err := os.ReadFile(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	case !keyed.Match(text):
		return ofReplay(name)
	case twinned.Match(text):
		return ofWritten(name, text)
	}
	own := strings.TrimSuffix(filepath.Base(name), archive)
	c, rules, err := runner.ReadFixture(own, text)
	if err != nil {
		return nil, fmt.Errorf("fixture %s: %w", name, err)
	}
	return &material{Case: c, rules: rules, about: "fixture " + c.Name}, nil
}

// twinned is in the header of a written case alone.
var twinned = regexp.MustCompile(`(?m)^twin: `)

// ofWritten reads a written case; its name is made of the last two names of its
// path.
func ofWritten(name string, text []byte) (*material, error) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("written case %s: %w", name, err)
	}
	own := filepath.Base(filepath.Dir(whole)) + "/" + strings.TrimSuffix(filepath.Base(whole), archive)
	c, rules, err := runner.ReadWritten(own, text)
	if err != nil {
		return nil, fmt.Errorf("written case %s: %w", name, err)
	}
	return &material{Case: c, rules: rules, about: "written case " + c.Name}, nil
}

func ofReplay(name string) (*material, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("replay file %s: %w", name, errors.Unwrap(err))
	}
	again, rules, err := runner.ReadReplay(text)
	if err != nil {
		return nil, fmt.Errorf("replay file %s: %w", name, err)
	}
	return &material{Case: again, rules: rules, about: "case " + again.Name}, nil
}

func ofEntry(name string) (*material, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("corpus entry %s: %w", name, errors.Unwrap(err))
	}
	line, rest, whole := strings.Cut(string(text), "\n")
	if !whole || rest != "" {
		return nil, fmt.Errorf("corpus entry %s: it was cut short or changed: the text is not one line", name)
	}
	m, err := ofToken(line)
	if err != nil {
		return nil, fmt.Errorf("corpus entry %s: %w", name, err)
	}
	return m, nil
}

func ofToken(text string) (*material, error) {
	t, err := perform.ParseToken(text)
	if err != nil {
		return nil, err
	}
	c, err := runner.OfToken(&t)
	if err != nil {
		return nil, err
	}
	return &material{Case: c, about: "case " + c.Name}, nil
}

// ofTrace reads a recorded stream: one.
func (c console) ofTrace(ctx context.Context, name string, f *againFlags) (*material, error) {
	place, err := onePlace(name)
	if err != nil {
		return nil, err
	}
	file, err := c.open(ctx, place.Stream, f.Size)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", place.Name, err)
	}
	defer file.Close()
	taken, err := trace.Take(stoppable{ctx, file}, f.Options)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", place.Name, err)
	}
	again, err := runner.OfRecords(filepath.Base(place.Name), taken.Dialect, taken.Records, taken.End)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", place.Name, err)
	}
	about := "trace " + place.Name + " (" + taken.Reason + ")"
	if taken.Bad > 0 {
		about += fmt.Sprintf(", without %d places that cannot be read", taken.Bad)
	}
	return &material{Case: again, about: about}, nil
}

// onePlace is where the one trace lies that a name means.
func onePlace(name string) (trace.Place, error) {
	places := findAll([]string{name}, false)
	if len(places) > 1 {
		return trace.Place{}, fmt.Errorf("trace %s: it holds %d traces; name one of them", name, len(places))
	}
	if err := places[0].Err; err != nil {
		return trace.Place{}, fmt.Errorf("trace %s: %w", places[0].Name, err)
	}
	return places[0], nil
}

// A meeting is a candidate that is to be put one case to.
type meeting struct {
	starter candidate.Starter
	limits  *candidate.Limits
	plan    *runner.Plan
}

// meet starts the candidate to learn what it reads, and suits the case to it.
func (m *material) meet(ctx context.Context, f *againFlags, args []string) (*meeting, error) {
	met := &meeting{starter: f.starter(args), limits: f.limits()}
	hello := probe.HelloReply{Name: strings.Join(args, " "), Role: probe.Adapter, Dialects: []string{m.Dialect}}
	if filter, ok := m.FilterFor(args); ok {
		met.starter, hello = filter, filter.Hello
	} else {
		first, err := met.starter.Start(ctx, met.limits)
		if err != nil {
			return nil, err
		}
		hello = first.Hello
		first.Kill()
	}
	plan, err := runner.PlanFor(m.Case, f.writes, &hello)
	if err != nil {
		return nil, err
	}
	met.plan, m.Case = plan, plan.Suited(m.Case)
	return met, nil
}

// print says what is put to the candidate, and what it failed before.
func (m *material) print(to io.Writer) {
	fmt.Fprintf(to, "%s, dialect %s, %d records\n", words.Line(m.about), m.Dialect, len(m.Case.Records))
	if m.Asked != nil {
		fmt.Fprintf(to, "asked in the relation %s: the stream, and the same one changed\n", m.Asked.Relation)
	}
	for i, before := range m.Before {
		fmt.Fprintf(to, "run before it in the same process, %d: case %s, %d records\n", i+1, before.Name, len(before.Records))
	}
	sentences(to, "", m.rules)
}

// sentences prints rules with what they say.
func sentences(to io.Writer, before string, rules []string) {
	for _, id := range rules {
		if r, ok := spec.RuleByID(id); ok {
			fmt.Fprintf(to, "%s%s: %s\n", before, id, r.Sentence)
		}
	}
}
