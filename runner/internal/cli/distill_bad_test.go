package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quock-dev/quock/runner/internal/cli"
)

// distilled runs distill in this process.
func distilled(ctx context.Context, in io.Reader, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = cli.Main(ctx, append([]string{"distill"}, args...), in, &o, &e)
	return code, o.String(), e.String()
}

// traceNamed writes a small trace under a name.
func traceNamed(t *testing.T, name string, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const (
	begins = `{"kind":"turn.start","session":"root","turn":"t"}`
	speaks = `{"kind":"message.open","session":"root","message":"m","role":"assistant"}`
)

// TestNoNameSteersTheTerminal: a file's name is data of whoever made it.
func TestNoNameSteersTheTerminal(t *testing.T) {
	steering := "a b\n\x1b[31m\x07.jsonl"
	name := traceNamed(t, steering, begins, speaks)
	into := filepath.Join(t.TempDir(), "o\x1b[2J\n")
	for _, args := range [][]string{{"--into", into, name}, {"--into", into, name + "/none"}, {"--into", name, name}} {
		_, out, errs := distilled(context.Background(), nil, args...)
		if strings.ContainsAny(out+errs, "\x1b\x07") {
			t.Errorf("%q: steers the terminal: %q %q", args, out, errs)
		}
	}
}

// endless never says anything, as a terminal at which nobody types.
type endless struct{ until chan struct{} }

func (e endless) Read([]byte) (int, error) { <-e.until; return 0, errors.New("closed") }

// TestAnEndlessInputIsInterrupted: nobody waits for it.
func TestAnEndlessInputIsInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	e := endless{make(chan struct{})}
	defer close(e.until)
	time.AfterFunc(50*time.Millisecond, stop)
	into := filepath.Join(t.TempDir(), "fixtures")
	code, _, errs := distilled(ctx, e, "--into", into, "-")
	if code != 130 || !strings.Contains(errs, "trace -: interrupted") {
		t.Errorf("ends with %d: %s", code, errs)
	}
	if _, err := os.Stat(into); err == nil {
		t.Error("something was written")
	}
}

// TestNothingIsKeptOnceInterrupted: what is reduced in haste is not what was asked
// for, at whatever moment the signal comes.
func TestNothingIsKeptOnceInterrupted(t *testing.T) {
	lines := []string{begins, speaks}
	for i := range 3000 {
		lines = append(lines, fmt.Sprintf(`{"kind":"session.open","session":"s%d","parent":"root"}`, i))
	}
	name := traceNamed(t, "trace.jsonl", lines...)
	for _, after := range []time.Duration{0, 5, 20, 40, 60, 80, 150} {
		ctx, stop := context.WithTimeout(context.Background(), after*time.Millisecond)
		into := filepath.Join(t.TempDir(), "fixtures")
		code, _, errs := distilled(ctx, nil, "--into", into, "--breaks", "produce/closed", name)
		stop()
		files, _ := filepath.Glob(filepath.Join(into, "*"))
		hidden, _ := filepath.Glob(filepath.Join(into, ".writing-*"))
		if code != 0 && code != 130 || len(hidden) > 0 || (code == 0) != (len(files) > 0) {
			t.Errorf("after %v: ends with %d, leaves %v %v: %s", after, code, files, hidden, errs)
		}
	}
}
