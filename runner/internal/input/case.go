package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/runner/replay"
	"github.com/quock-dev/quock/spec"
)

// A Case is one case to run again.
type Case struct {
	*plan.Case
	// Rules are the rules that it failed before; About describes its origin.
	Rules []string
	About string
}

// Read reads the case of a name: a file of any kind that holds one, the token of a
// case, the name of a case that the program carries, or a recorded stream. in is what the name "-" stands for.
func Read(ctx context.Context, in io.Reader, name string, o trace.Options) (*Case, error) {
	c, err := Written(name)
	if c != nil || err != nil {
		return c, err
	}
	return ofTrace(ctx, in, name, o)
}

// Written reads the case that a name means; nil if it means a recorded stream.
func Written(name string) (*Case, error) {
	if token.MatchString(name) {
		if _, err := os.Stat(name); err != nil {
			return ofToken(name)
		}
	}
	if info, err := os.Stat(name); name != "-" && (err != nil || !info.IsDir()) {
		if text, is := fixtures.File(name); is && errors.Is(err, fs.ErrNotExist) {
			return ofCarried(name, text)
		}
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
	if near := spec.Nearest(name, fixtures.Names()); err != nil && near != "" && path.Ext(near) == path.Ext(name) {
		return nil, fmt.Errorf("%s: no such file or case; did you mean %s?", name, near)
	}
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
func ofArchive(name string) (*Case, error) {
	text, err := os.ReadFile(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	case !keyed.Match(text):
		return ofReplay(name)
	case twinned.Match(text):
		return ofWritten(name, text)
	}
	return ofFixture(name, text)
}

// ofCarried reads a case that the program carries.
func ofCarried(name string, text []byte) (*Case, error) {
	if twinned.Match(text) {
		return ofWritten(name, text)
	}
	return ofFixture(name, text)
}

func ofFixture(name string, text []byte) (*Case, error) {
	c, rules, err := plan.ReadFixture(strings.TrimSuffix(filepath.Base(name), archive), text)
	if err != nil {
		return nil, fmt.Errorf("fixture %s: %w", name, err)
	}
	return &Case{Case: c, Rules: rules, About: "fixture " + c.Name}, nil
}

// twinned matches a key that only the header of a written case has.
var twinned = regexp.MustCompile(`(?m)^twin: `)

// ofWritten reads a written case. The last two names of its path are its name.
func ofWritten(name string, text []byte) (*Case, error) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("written case %s: %w", name, err)
	}
	own := filepath.Base(filepath.Dir(whole)) + "/" + strings.TrimSuffix(filepath.Base(whole), archive)
	c, rules, err := plan.ReadWritten(own, text)
	if err != nil {
		return nil, fmt.Errorf("written case %s: %w", name, err)
	}
	return &Case{Case: c, Rules: rules, About: "written case " + c.Name}, nil
}

func ofReplay(name string) (*Case, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("replay file %s: %w", name, errors.Unwrap(err))
	}
	again, rules, err := replay.Read(text)
	if err != nil {
		return nil, fmt.Errorf("replay file %s: %w", name, err)
	}
	return &Case{Case: again, Rules: rules, About: "case " + again.Name}, nil
}

func ofEntry(name string) (*Case, error) {
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

func ofToken(text string) (*Case, error) {
	t, err := perform.ParseToken(text)
	if err != nil {
		return nil, err
	}
	c, err := plan.OfToken(&t)
	if err != nil {
		return nil, err
	}
	return &Case{Case: c, About: "case " + c.Name}, nil
}
