package ask

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// inFolder calls do with a new, empty folder and removes it afterwards.
func inFolder(do func(folder string) error) error {
	folder, err := os.MkdirTemp("", "quock-store-")
	if err != nil {
		return fmt.Errorf("making a folder for a store: %w", err)
	}
	err = do(folder)
	if gone := os.RemoveAll(folder); gone != nil && err == nil {
		return fmt.Errorf("removing the folder of a store: %w", gone)
	}
	return err
}

// load makes the store write the stream to a folder, and other processes load it.
func (k *storeTest) load() error {
	return inFolder(func(folder string) error {
		if reply, err := k.run(func(req *probe.RunRequest) { req.Store = folder }); reply == nil {
			return err
		}
		k.store = sizeOf(folder)
		k.Worker.Empty()
		first, err := k.loadFrom(folder, &k.want.Final)
		if first == nil || !k.trial.Verdict.Passed() {
			return err
		}
		k.trial.Surface = check.LoadedAgain
		if again, err := k.loadFrom(folder, first); again == nil || !k.trial.Verdict.Passed() {
			return err
		}
		k.Worker.Empty()
		_, err = k.loadFrom(folder, first)
		return err
	})
}

// loadFrom loads the folder and compares the answer; nil means no answer.
func (k *storeTest) loadFrom(folder string, want *spec.Transcript) (*spec.Transcript, error) {
	got, err := k.ask(folder)
	loaded := got
	if k.trial.Surface != check.Loaded {
		loaded = nil
	}
	if got != nil {
		k.see(spec.AtEnd, want, got, loaded)
	}
	return got, err
}

func (k *storeTest) ask(folder string) (*spec.Transcript, error) {
	answer, err := k.Worker.Load(k.ctx, &probe.LoadRequest{ID: k.nextID(), Store: folder})
	if err != nil || k.failed(answer) {
		return nil, err
	}
	return answer.Loaded.Final, nil
}

// kills is the largest number of kills in a case. One that comes before the answer is
// enough, unless the question is whether a failure shows again.
const kills = 8

// kill kills the store while it writes, at a moment that depends on the case's seed,
// and loads what is there. A store that has answered before the kill is killed earlier
// in the next run. A passing result depends on the moment, so it is not recorded as an
// observation.
func (k *storeTest) kill() error {
	late := 0
	for try := range kills {
		var unanswered bool
		err := inFolder(func(folder string) (err error) {
			unanswered, err = k.killIn(folder, k.moment(try)/float64(1+late))
			return err
		})
		switch {
		case errors.Is(err, candidate.ErrNoProcess):
			return nil
		case err != nil || !k.trial.Verdict.Passed() || unanswered && k.Only == nil:
			return err
		case !unanswered:
			late++
		}
	}
	return nil
}

// killIn kills the store after it has written a part of what it writes.
func (k *storeTest) killIn(folder string, part float64) (unanswered bool, err error) {
	c := k.trial.Case
	req, err := k.Request(c)
	if err != nil {
		return false, err
	}
	req.Observe, req.Store = nil, folder
	size := int64(part * float64(k.left()))
	unanswered, err = k.Worker.Kill(k.ctx, req, func() bool { return sizeOf(folder) > size })
	if err != nil {
		return false, err
	}
	got, err := k.ask(folder)
	if got == nil {
		return unanswered, err
	}
	observations := len(k.trial.Observed)
	got = k.finished(got)
	position, want := k.nearest(got)
	k.see(position, want, got, nil)
	if k.trial.Verdict.Passed() {
		k.trial.Observed = k.trial.Observed[:observations]
	}
	return unanswered, nil
}

// moment is the part of the writing after which the store is killed.
func (k *storeTest) moment(try int) float64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", k.trial.Case.Name, try)
	return rand.New(rand.NewPCG(k.trial.Case.Seed, h.Sum64())).Float64()
}

// left is the size that a whole run writes, if it is known; else an estimate by the
// number of records.
func (k *storeTest) left() int64 {
	if k.store > 0 {
		return k.store
	}
	const little = 200
	return int64(little * len(k.trial.Case.Records))
}

// nearest finds the prefix of the stream, open or cut off, whose transcript is
// nearest to the given one. It returns the first one that is equal, if there is any.
func (k *storeTest) nearest(got *spec.Transcript) (position int, want *spec.Transcript) {
	c := k.trial.Case
	open, final := ModelAt(c.Stream, k.Capabilities.Policies, plan.Span(-1, len(c.Records)+1, len(c.Records)+1))
	best := -1
	try := func(at int, t *spec.Transcript) (equal bool) {
		t = k.finished(t)
		w, g := spec.Stored(&c.Stream.Features, k.owed(at, t), k.owed(at, got))
		n := len(spec.Compare{Observes: k.Capabilities.kept(check.Killed)}.Transcripts(&w, &g))
		if best < 0 || n < best {
			best, position, want = n, at, t
		}
		return n == 0
	}
	for at := range open {
		if try(at, &open[at]) {
			return at, want
		}
	}
	for at := range open {
		_, cut := ModelAt(spec.Stream{Features: c.Stream.Features, Events: upTo(c.Stream.Events, at), End: spec.Cut}, k.Capabilities.Policies, nil)
		if try(at, &cut) {
			return at, want
		}
	}
	try(spec.AtEnd, &final)
	return position, want
}

func upTo(events []spec.Event, record int) []spec.Event {
	for i := range events {
		if events[i].Record > record {
			return events[:i]
		}
	}
	return events
}

// sizeOf returns the bytes in a folder. A file that disappears meanwhile counts as
// empty.
func sizeOf(folder string) (n int64) {
	_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}
