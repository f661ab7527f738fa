package campaigning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// ErrExpose means that the status of a campaign cannot be served where it was asked for.
// ErrNotLoopback is one reason: other machines would see it.
var (
	ErrExpose      = errors.New("the status cannot be served")
	ErrNotLoopback = errors.New("it is not a loopback address")
)

// Expose serves how a campaign stands at a loopback address such as 127.0.0.1:9090, under
// /metrics in Prometheus' text format 0.0.4
// (https://prometheus.io/docs/instrumenting/exposition_formats/). It returns the address, and a
// function that ends it. The error is an ErrExpose, with ErrNotLoopback or the system's.
//
// Prometheus' own library would add seven modules, for numbers that are read from one value.
func Expose(address string, w Watcher) (at string, end func(), err error) {
	to, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return "", nil, fmt.Errorf("%w at %s: %w", ErrExpose, address, err)
	}
	if !to.IP.IsLoopback() {
		return "", nil, fmt.Errorf("%w at %s: %w", ErrExpose, address, ErrNotLoopback)
	}
	l, err := net.ListenTCP("tcp", to)
	if err != nil {
		return "", nil, fmt.Errorf("%w at %s: %w", ErrExpose, address, err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(out http.ResponseWriter, r *http.Request) { serveMetrics(r.Context(), out, w) })
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second}
	go server.Serve(l) //nolint:errcheck // it ends with Close
	return l.Addr().String(), func() { _ = server.Close() }, nil
}

func serveMetrics(ctx context.Context, out http.ResponseWriter, w Watcher) {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second) // then the answer would come too late
	defer cancel()
	s, err := w.Status(ctx)
	if err != nil {
		http.Error(out, err.Error(), http.StatusServiceUnavailable)
		return
	}
	out.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_ = s.Metrics(out)
}

// Metrics writes the status in Prometheus' text format.
func (s *Status) Metrics(out io.Writer) error {
	var b strings.Builder
	one := func(name, kind, help string, value any) {
		fmt.Fprintf(&b, "# HELP quock_%s %s\n# TYPE quock_%s %s\nquock_%s %v\n", name, help, name, kind, name, value)
	}
	one("cases_tried_total", "counter", "Cases that were tried.", s.Tried)
	one("cases_per_second", "gauge", "Cases a second since this process began.", s.Rate)
	one("rounds_total", "counter", "Rounds that were folded.", s.Rounds)
	one("coverage_edges", "gauge", "Events in their states that were covered.", s.Edges)
	one("coverage_orders", "gauge", "Ordered pairs of event classes that were covered.", s.Orders)
	one("corpus_cases", "gauge", "Cases in the corpus.", s.Corpus)
	one("findings", "gauge", "Streams on which the candidate fails.", s.Findings)
	one("deviations", "gauge", "Deviations that the last diagnosis names.", len(s.Deviations))
	one("workers", "gauge", "Workers that were heard of.", len(s.Workers))
	one("step_units", "gauge", "Units of the present step.", s.Step.Of)
	one("step_units_done", "gauge", "Units of the present step that are done.", s.Step.Done)
	one("units_done_total", "counter", "Units that were done.", s.Units)
	one("units_redelivered_total", "counter", "Units that were given out again.", s.Redelivered)
	one("units_poisoned_total", "counter", "Units that were given up.", s.Poisoned)
	many := func(name, kind, help, label string, of map[string]int) {
		fmt.Fprintf(&b, "# HELP quock_%s %s\n# TYPE quock_%s %s\n", name, help, name, kind)
		for _, key := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(&b, "quock_%s{%s=\"%s\"} %d\n", name, label, escaped.Replace(key), of[key])
		}
	}
	verdicts, units := map[string]int{}, map[string]int{}
	for v, n := range s.Verdicts {
		verdicts[v.String()] = n
	}
	for _, w := range s.Workers {
		units[w.Name] += w.Units
	}
	many("cases_total", "counter", "Cases by their verdict.", "verdict", verdicts)
	many("worker_units_total", "counter", "Units that each worker did.", "worker", units)
	_, err := io.WriteString(out, b.String())
	return err
}

// escaped escapes the value of a label.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
