package native_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model/deviation"
)

const (
	// easyCases is within how many generated cases an easy wrong model is killed
	// at the median of trials.
	easyCases, trials = 10, 9
	// How long the engine's workers are let look, by choices and by lines.
	workers            = 2
	byChoices, byLines = 5 * time.Second, 15 * time.Second
	// startUp is what the engine may take on top to start and to end.
	startUp = 30 * time.Second
)

// BenchmarkNativeFuzzing lets Go's fuzzing engine look for each wrong model that
// is easy for the generator, with two workers, each time in a process of its own
// and without a corpus but for one valid case:
//
//   - found-%: those found within 5 s over choice bytes; slowest-s is what the
//     slowest of them took, the start of the process included;
//   - raw-found-%: those found within 15 s over the lines of the same case: of
//     every eighth easy one, or of all of them where QUOCK_RAW is "all".
//
// Those that were missed, or found against the aim, are logged by name.
func BenchmarkNativeFuzzing(b *testing.B) {
	engine := build(b)
	for b.Loop() {
		easy := easyMutants()
		found, slowest := look(b, engine, "FuzzMutantByChoices", easy, byChoices)
		sample := easy
		if os.Getenv("QUOCK_RAW") != "all" {
			sample = everyEighth(easy)
		}
		raw, _ := look(b, engine, "FuzzMutantByLines", sample, byLines)
		for _, m := range easy {
			if !found[m.Name] {
				b.Logf("missed by choices: %s", m.Name)
			}
			if raw[m.Name] {
				b.Logf("found by lines: %s", m.Name)
			}
		}
		b.ReportMetric(float64(len(easy)), "easy-mutants")
		b.ReportMetric(100*float64(len(found))/float64(len(easy)), "found-%")
		b.ReportMetric(slowest.Seconds(), "slowest-s")
		b.ReportMetric(100*float64(len(raw))/float64(len(sample)), "raw-found-%")
	}
	b.ReportMetric(0, "ns/op")
}

// easyMutants are the wrong models that few generated cases kill, the shapes in
// turn.
func easyMutants() []deviation.Deviation {
	var all []deviation.Deviation
	for _, m := range deviation.Models() {
		killed, in := 0, showing(m)
		for base := range uint64(trials) {
			if killedWithin(m, in, base) {
				killed++
			}
		}
		if 2*killed > trials {
			all = append(all, m)
		}
	}
	return all
}

func killedWithin(m deviation.Deviation, in []shape, base uint64) bool {
	for n := range uint64(easyCases) {
		s := &in[(base+n)%uint64(len(in))]
		c := perform.Generate(s.Features, perform.Degraded, perform.CaseSeed(base, n))
		if kills(m, c.Stream, c.Faults) {
			return true
		}
	}
	return false
}

func everyEighth(of []deviation.Deviation) []deviation.Deviation {
	var some []deviation.Deviation
	for i := 0; i < len(of); i += 8 {
		some = append(some, of[i])
	}
	return some
}

// build compiles this package as the engine needs it: with its coverage counted.
func build(b *testing.B) string {
	path := filepath.Join(b.TempDir(), "native.test")
	out, err := exec.Command("go", "test", "-c", "-fuzz", "FuzzMutant", "-o", path, ".").CombinedOutput()
	if err != nil {
		b.Fatalf("building for the engine: %v\n%s", err, out)
	}
	return path
}

// look runs a target on each wrong model, and tells which it found within the
// time, and how long the slowest of these took.
func look(b *testing.B, engine, target string, all []deviation.Deviation, limit time.Duration) (found map[string]bool, slowest time.Duration) {
	found = map[string]bool{}
	for _, m := range all {
		if took, hit := search(b, engine, target, m, limit); hit {
			found[m.Name], slowest = true, max(slowest, took)
		}
	}
	return found, slowest
}

// search lets the engine look for one wrong model in a folder of its own, and
// goes on with what the engine kept there as long as time is left: time is the
// processors', shared among the workers, so that a busy machine only makes it
// slower.
func search(b *testing.B, engine, target string, m deviation.Deviation, limit time.Duration) (took time.Duration, hit bool) {
	dir := b.TempDir()
	for took < limit*9/10 && !hit {
		var spent time.Duration
		spent, hit = run(b, engine, target, dir, m, limit-took)
		took += spent
	}
	return took, hit && took <= limit
}

// run lets the engine look once, and reports the time it took and whether it
// found what it looked for.
func run(b *testing.B, engine, target, dir string, m deviation.Deviation, limit time.Duration) (time.Duration, bool) {
	ctx, stop := context.WithTimeout(b.Context(), limit+startUp)
	defer stop()
	cmd := exec.CommandContext(ctx, engine, "-test.run", "^$", "-test.fuzz", "^"+target+"$",
		"-test.fuzztime", limit.String(), "-test.fuzzminimizetime", "10x", "-test.parallel", fmt.Sprint(workers),
		"-test.fuzzcachedir", filepath.Join(dir, "cache"))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "QUOCK_MUTANT="+m.Name)
	out, err := cmd.CombinedOutput()
	hit := strings.Contains(string(out), "found "+m.Name)
	if err != nil && !hit {
		b.Fatalf("%s on %s: %v\n%s", target, m.Name, err, out)
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()) / workers, hit
}
