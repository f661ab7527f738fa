package input

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec/words"
)

// Find returns every trace that the arguments mean. If an argument leads to
// none, its place holds the error.
func Find(args []string, all bool) []trace.Place {
	var places []trace.Place
	for _, arg := range args {
		if arg == "-" {
			places = append(places, trace.Place{Name: arg, Stream: arg})
			continue
		}
		found, err := trace.Find(arg, all)
		if err != nil {
			found = []trace.Place{{Name: arg, Err: err}}
		}
		places = append(places, found...)
	}
	return places
}

// FindOne finds the trace that a name means, and refuses a name that means several.
func FindOne(name string) (trace.Place, error) {
	places := Find([]string{name}, false)
	if len(places) > 1 {
		return trace.Place{}, fmt.Errorf("trace %s: it holds %d traces; name one of them: %s", name, len(places), some(places))
	}
	if err := places[0].Err; err != nil {
		return trace.Place{}, fmt.Errorf("trace %s: %w", places[0].Name, err)
	}
	return places[0], nil
}

// some are the names of the first places.
func some(places []trace.Place) string {
	var names []string
	for _, p := range places[:min(len(places), 3)] {
		names = append(names, words.Line(p.Name))
	}
	if len(places) > len(names) {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// ofTrace reads one recorded stream.
func ofTrace(ctx context.Context, in io.Reader, name string, o trace.Options) (*Case, error) {
	place, err := FindOne(name)
	if err != nil {
		return nil, err
	}
	file, err := OpenPlace(ctx, in, place, o.Size)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", place.Name, err)
	}
	defer file.Close()
	taken, err := trace.Take(Until(ctx, file), o)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", place.Name, err)
	}
	again, err := plan.OfRecords(filepath.Base(place.Name), taken.Dialect, taken.Records, taken.End)
	if err != nil {
		return nil, fmt.Errorf("trace %s: %w", place.Name, err)
	}
	about := "trace " + place.Name + " (" + taken.Reason + ")"
	if taken.Bad > 0 {
		about += fmt.Sprintf(", without %d places that cannot be read", taken.Bad)
	}
	return &Case{Case: again, About: about}, nil
}
