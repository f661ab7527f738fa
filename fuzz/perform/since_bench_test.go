package perform_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
)

// earlier is the commit whose model the present one is held against.
const earlier = "b21c8fc"

// BenchmarkSince prints how many times as many events a second the model reads as that of
// an earlier commit, which is built beside it: the same streams of some 50 events, of every
// dialect, up to their transcripts. The two take turns, and of each the quarter fastest
// rounds count; the time is the processor's, garbage collection and all.
func BenchmarkSince(b *testing.B) {
	root, err := filepath.Abs("../..")
	if err != nil {
		b.Fatal(err)
	}
	if err := exec.Command("git", "-C", root, "cat-file", "-e", earlier+"^{commit}").Run(); err != nil {
		b.Skipf("commit %s is not here: %v", earlier, err)
	}
	streams := streamsAsJSON(b)
	programs := [2]string{reader(b, root, "./fuzz/perform/testdata/since"), reader(b, earlierTree(b, root), "./since")}
	var costs [2][]float64
	for b.Loop() {
		for i, program := range programs {
			costs[i] = append(costs[i], costOf(b, program, streams))
		}
	}
	b.ReportMetric(quarter(costs[1])/quarter(costs[0]), "x-earlier")
	b.ReportMetric(1e3/quarter(costs[0]), "Mevents/s")
	b.ReportMetric(0, "ns/op")
}

// streamsAsJSON are some hundred streams as the program reads them.
func streamsAsJSON(b *testing.B) []byte {
	var g perform.Generator
	var text bytes.Buffer
	out, all := json.NewEncoder(&text), longCases()
	for i := 0; i < len(all); i += max(1, len(all)/300) {
		s := g.Case(all[i].features, perform.Degraded, all[i].seed).Stream
		records := make([]int, len(s.Events))
		for i := range s.Events {
			records[i] = s.Events[i].Record
		}
		if err := out.Encode(map[string]any{"Features": s.Features, "Events": s.Events, "Records": records}); err != nil {
			b.Fatal(err)
		}
	}
	return text.Bytes()
}

// earlierTree is a folder with the model of the earlier commit, and the program in it.
func earlierTree(b *testing.B, root string) string {
	dir := b.TempDir()
	archive := exec.Command("git", "-C", root, "archive", earlier, "go.mod", "go.sum", "spec", "model")
	unpack := exec.Command("tar", "-x", "-C", dir)
	text, err := archive.Output()
	if err == nil {
		unpack.Stdin = bytes.NewReader(text)
		err = unpack.Run()
	}
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "since"), os.DirFS("testdata/since"))
	}
	if err != nil {
		b.Fatalf("unpacking %s: %v", earlier, err)
	}
	return dir
}

// reader builds the program with the model of a tree.
func reader(b *testing.B, tree, of string) string {
	program := filepath.Join(b.TempDir(), "since")
	build := exec.Command("go", "build", "-o", program, of)
	build.Dir = tree
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("building the model of %s: %v\n%s", tree, err, out)
	}
	return program
}

// costOf runs the program once and returns the nanoseconds that an event took.
func costOf(b *testing.B, program string, streams []byte) float64 {
	run := exec.Command(program, "60")
	run.Stdin = bytes.NewReader(streams)
	out, err := run.Output()
	if err != nil {
		b.Fatal(err)
	}
	cost, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		b.Fatal(err)
	}
	return cost
}
