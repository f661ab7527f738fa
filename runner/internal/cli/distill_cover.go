package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/runner/distill"
	"github.com/quock-dev/quock/runner/distill/behaviour"
	"github.com/quock-dev/quock/runner/distill/shelf"
	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/words"
)

// covering keeps every behaviour that the trace shows.
func (d *distilling) covering() error {
	result, err := distill.Covers(recordingOf(d.from), d.reducing())
	if err = errors.Join(err, d.ctx.Err()); err != nil {
		return err
	}
	d.counted()
	if result.Behaviours.Len() == 0 {
		return exit(exitUsage, errNothing)
	}
	fmt.Fprintf(d.out, "shows: %s, %d of them rules that it puts to the test\n", words.Counted(result.Behaviours.Len(), "behaviour"), len(result.Behaviours.Rules()))
	records, kept, err := d.coverings(result.Distillates)
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "\nkept: %d of %s, in %d of %s\n", result.Behaviours.Len()-result.Behaviours.Minus(kept).Len(), words.Counted(result.Behaviours.Len(), "behaviour"), records, words.Counted(d.counts.Records, "record"))
	if result.Stopped {
		fmt.Fprintln(d.out, "the budget ended the reduction: more may go with more --runs or --time")
	}
	if lost := result.Behaviours.Minus(kept); lost.Len() > 0 {
		return exit(exitIncomplete, fmt.Errorf("%s: %w", strings.Join(lost.Names(), "; "), distill.ErrWords))
	}
	return nil
}

// errNothing is the error for a trace without any behaviour.
var errNothing = errors.New("it shows nothing that could be kept: no turn, message or call; there is nothing to distill")

// coverings keeps the streams that still show their behaviours without the
// trace's words. It returns how many records they have and what they show.
func (d *distilling) coverings(all []distill.Distillate) (records int, kept behaviour.Set, err error) {
	for i := range all {
		n, err := d.keep(&all[i])
		if errors.Is(err, distill.ErrWords) {
			all[i].Holds = func(spec.Stream, [][]byte) bool { return true }
			n, err = d.keep(&all[i])
		}
		if err != nil {
			return records, kept, err
		}
		records, kept = records+len(n.Records), kept.Union(behaviour.All(&n.Stream))
	}
	return records, kept, nil
}

// novel returns the places where the trace shows a behaviour for the first time.
// A candidate is most likely to fail there.
func (d *distilling) novel() ([][2]int, error) {
	pass, err := distill.Kept(recordingOf(d.from))
	if err != nil {
		return nil, err
	}
	d.counted()
	ranges := make([][2]int, len(pass.Pieces))
	for i, p := range pass.Pieces {
		ranges[i] = [2]int{p.First, p.Last}
	}
	return ranges, nil
}

// report lists what traces and fixtures show together.
func (d *distillery) report(ctx context.Context, names []string) error {
	var all behaviour.Set
	for _, name := range names {
		shown, err := d.shows(ctx, name)
		if err != nil {
			return err
		}
		all = all.Union(shown)
	}
	return all.Write(d.out)
}

// shows returns the behaviours of a fixture, of a folder of fixtures, or of
// traces.
func (d *distillery) shows(ctx context.Context, name string) (behaviour.Set, error) {
	var all behaviour.Set
	if streams, are, err := fixturesIn(name); are || err != nil {
		for i := range streams {
			all = all.Union(behaviour.All(&streams[i]))
		}
		return all, err
	}
	for _, place := range findAll([]string{name}, d.flags.all) {
		err := d.importing(ctx, place, func(from *trace.Import) error {
			shown, err := showsOf(from)
			all = all.Union(shown)
			return err
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// showsOf returns the behaviours of a trace.
func showsOf(from *trace.Import) (behaviour.Set, error) {
	pass, err := distill.Kept(recordingOf(from))
	if err != nil {
		return behaviour.Set{}, err
	}
	all := pass.Behaviours
	for _, p := range pass.Pieces {
		all = all.Union(behaviour.Rules(&p.Stream))
	}
	return all, nil
}

// fixturesIn returns the streams of a fixture file or of a folder of fixtures;
// false for anything else.
func fixturesIn(name string) (streams []spec.Stream, are bool, err error) {
	folder, file := name, ""
	if strings.HasSuffix(name, ".txtar") {
		folder, file = filepath.Split(name)
	} else if held, err := filepath.Glob(filepath.Join(name, "*.txtar")); err != nil || len(held) == 0 {
		return nil, false, nil
	}
	all, err := readFixtures(os.DirFS(filepath.Clean(folder)), file)
	if err != nil {
		return nil, true, exit(exitUsage, fmt.Errorf("fixtures of %s: %w", name, err))
	}
	for i := range all {
		stream, err := shelf.Stream(&all[i])
		if err != nil {
			return nil, true, exit(exitUsage, fmt.Errorf("fixture %s: %w", all[i].Name, err))
		}
		streams = append(streams, stream)
	}
	return streams, true, nil
}

// readFixtures reads one fixture of a folder, or all of them.
func readFixtures(folder fs.FS, file string) ([]fixtures.Distilled, error) {
	if file == "" {
		return fixtures.ReadDistilled(folder)
	}
	one, err := fixtures.DistilledIn(folder, strings.TrimSuffix(file, ".txtar"))
	return []fixtures.Distilled{one}, err
}
