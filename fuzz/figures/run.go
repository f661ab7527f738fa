package figures

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
)

// A Run is what benchmarks reported.
type Run struct {
	// Machine are the lines "key: value" that describe the run, in the order in
	// which they came first; those of one package are left out.
	Machine []string
	// CPUs is how many the benchmarks were given; 0 where none ran.
	CPUs int

	values map[[2]string][]float64 // benchmark, unit -> each run's
}

// Read takes in the output of `go test -bench`, of as many packages and runs as
// there are. What is no benchmark's line is passed over; a line that begins as
// one and is none is an error, because a figure would be missing for no reason.
func Read(r io.Reader) (*Run, error) {
	run := &Run{values: map[[2]string][]float64{}}
	reader := benchfmt.NewReader(r, "benchmarks")
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("reading the benchmarks' output: %w", record)
		case *benchfmt.Result:
			run.take(record)
		}
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("reading the benchmarks' output: %w", err)
	}
	return run, nil
}

func (r *Run) take(result *benchfmt.Result) {
	name, cpus := split(result.Name)
	r.CPUs = max(r.CPUs, cpus)
	for _, v := range result.Values {
		unit, value := v.Unit, v.Value
		if v.OrigUnit != "" {
			unit, value = v.OrigUnit, v.OrigValue
		}
		key := [2]string{name, unit}
		r.values[key] = append(r.values[key], value)
	}
	for _, c := range result.Config {
		if line := c.Key + ": " + string(c.Value); c.Key != "pkg" && !slices.Contains(r.Machine, line) {
			r.Machine = append(r.Machine, line)
		}
	}
}

// split takes the number of CPUs, which is written where it is not 1, off a
// benchmark's name.
func split(name benchfmt.Name) (string, int) {
	full := string(bytes.TrimPrefix(name.Full(), []byte("Benchmark")))
	_, parts := name.Parts()
	cpus := 1
	if len(parts) > 0 {
		if _, err := fmt.Sscanf(string(parts[len(parts)-1]), "-%d", &cpus); err == nil {
			full = strings.TrimSuffix(full, string(parts[len(parts)-1]))
		}
	}
	return full, cpus
}

// Value is the median of what a benchmark reported in a unit, and how often it
// did; 0 times where it was not run.
func (r *Run) Value(bench, unit string) (median float64, times int) {
	values := r.values[[2]string{bench, unit}]
	if len(values) == 0 {
		return 0, 0
	}
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	return benchmath.AssumeNothing.Summary(sample, 0.95).Center, len(values)
}
