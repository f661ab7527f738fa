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

// materialLong documents the argument FILE.
const materialLong = `A FILE is a replay file of a run or a campaign, a distilled fixture, a written case, an entry of a
campaign's corpus, the token of a case, or a recorded stream: a file, compressed or not, a folder with
one recording, or - for standard input. The dialect of a recorded stream is detected from the content,
or given with --dialect. The candidate is compared with what the model reads in the stream.`

// againFlags are the flags of commands that run one case again.
type againFlags struct {
	candidateFlags
	trace.Options
	writes string
}

func (f *againFlags) add(cmd *cobra.Command) {
	f.candidateFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Dialect, "dialect", "", "the `dialect` of a recorded stream, with or without a variant (default: detected from the content)")
	flags.StringVar(&f.writes, "writes", "", "the `dialect` that an adapter writes, for a recorded stream or a token")
	flags.IntVar(&f.Limits.Line, "max-record", wire.DefaultLine, "the longest line of a recorded stream, in `bytes`")
	flags.IntVar(&f.Limits.Depth, "max-depth", wire.DefaultDepth, "how many `levels` deep a record may nest")
	flags.IntVar(&f.Records, "max-records", defaultAgain, "the most `records` of a recorded stream")
	flags.Int64Var(&f.Size, "max-size", trace.DefaultSize, "the most `bytes` of a recorded stream, unpacked")
}

// defaultAgain is the most records of a recorded stream that is sent to a
// candidate. They make one request.
const defaultAgain = 200_000

// A material is one case to run again.
type material struct {
	*runner.Case
	// rules are the rules that it failed before; about describes its origin.
	rules []string
	about string
}

// material reads the case of the argument FILE.
func (c console) material(ctx context.Context, name string, f *againFlags) (*material, error) {
	m, err := written(name)
	if m != nil || err != nil {
		return m, err
	}
	return c.ofTrace(ctx, name, f)
}

// written reads the case in a FILE; nil if the FILE is a recorded stream.
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

// head returns the beginning of a file, enough to recognise its kind.
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

// archive is the extension of files that hold a case.
const archive = ".txtar"

func isReplay(text []byte) bool { return bytes.Contains(text, []byte("\n-- case.json --\n")) }

// keyed matches the beginning of a fixture or a written case. A replay file begins
// with prose.
var keyed = regexp.MustCompile(`^[a-z]+: `)

// ofArchive reads a distilled fixture or a written case. For a broken replay file
// its error says what is wrong.
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

// twinned matches a key that only the header of a written case has.
var twinned = regexp.MustCompile(`(?m)^twin: `)

// ofWritten reads a written case. The last two names of its path are its name.
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

// ofTrace reads one recorded stream.
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

// onePlace finds the trace that a name means, and refuses a name that means several.
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

// A meeting is a candidate and the plan for the case that it gets.
type meeting struct {
	starter candidate.Starter
	limits  *candidate.Limits
	plan    *runner.Plan
}

// meet starts the candidate to learn what it reads, and adapts the case to it.
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

// print prints what the candidate gets, and the rules that it failed before.
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

// sentences prints rules with their sentences.
func sentences(to io.Writer, before string, rules []string) {
	for _, id := range rules {
		if r, ok := spec.RuleByID(id); ok {
			fmt.Fprintf(to, "%s%s: %s\n", before, id, r.Sentence)
		}
	}
}
