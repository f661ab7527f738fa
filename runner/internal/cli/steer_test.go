package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/internal/cli"
	"github.com/quock-dev/quock/spec/probe"
)

// evil has a character of each class that steers a terminal, turns the direction
// of writing, or hides, and a line that looks as if we had written it, and two that GitHub would obey.
const evil = "潮\x1b[2J\x1b]0;t\a\r\b\x7f\u009b31m\u0085\u202e\u2066\u200f\u200b\u2060\ufeff\u00ad\U000e0041\u2028\u2029\ue000\ufff9\nforged\n   ::error::forged\n##[error]forged\n"

// evilName is a file's name with the same, as far as a file system takes it.
const evilName = "x\x1b[2J\u009b\u202e\u200b\U000e0041\xff\nforged"

// hostile is honest but for one thing, in which it says evil.
func hostile() {
	honest := reducer.HonestCandidate()
	honest.Reads = []string{"agentc"}
	fmt.Fprint(os.Stderr, evil+"\xff\xfe"+evilName+"\n")
	if os.Args[1] == "hello" {
		os.Exit(7)
	}
	serve(&steering{Candidate: honest, what: os.Args[1]})
}

type steering struct {
	probe.Candidate
	what string
}

func (s *steering) Hello() probe.HelloReply {
	hello := s.Candidate.Hello()
	switch s.what {
	case "name":
		hello.Name, hello.Version = evil, evil
		hello.Dialects = append(hello.Dialects, evil)
	case "long":
		hello.Name = strings.Repeat("n", 1<<20)
	case "policy":
		hello.Policies = map[string]string{evil: evil}
	case "observes":
		hello.Observes = []string{evil}
	}
	return hello
}

func (s *steering) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	fmt.Fprint(os.Stderr, evil+"\xff\xfe"+evilName+"\n")
	reply, err := s.Candidate.Run(req)
	if err != nil {
		return nil, err
	}
	switch s.what {
	case "error":
		return nil, errors.New(evil)
	case "long":
		return nil, errors.New(strings.Repeat("e", 5<<20))
	case "panic":
		panic(evil)
	case "chat":
		fmt.Print(evil)
	case "refuse":
		return &probe.RunReply{Rejected: &probe.Rejected{At: 1, Reason: probe.Malformed, Message: evil}, Final: &probe.Transcript{}}, nil
	case "answer":
		for i := range reply.Observations {
			spoil(&reply.Observations[i])
		}
		spoil(reply.Final)
	}
	return reply, nil
}

// spoil says evil wherever a transcript has a text.
func spoil(t *probe.Transcript) {
	for i := range t.Sessions {
		s := &t.Sessions[i]
		s.ID = evil + s.ID
		for j := range s.Messages {
			s.Messages[j].ID = evil
			for k := range s.Messages[j].Parts {
				s.Messages[j].Parts[k].Text = evil
			}
			for k := range s.Messages[j].Calls {
				s.Messages[j].Calls[k].Name, s.Messages[j].Calls[k].Args = evil, evil
			}
		}
	}
}

// steeringTrace is a stream of agentc that says evil wherever it can, with lines
// that cannot be read and records of unknown kinds.
func steeringTrace(t *testing.T) []byte {
	var out bytes.Buffer
	line := func(kind string, more map[string]any) {
		record := map[string]any{"type": kind, "session_id": evil, "role": "assistant", "parent_session_id": nil, "user_session_id": evil}
		maps.Copy(record, more)
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(text, '\n'))
	}
	call := []any{map[string]any{"id": evil, "type": "tool_use", "name": evil, "input": map[string]any{evil: evil}}}
	line("interaction", map[string]any{"started": true, "id": evil})
	line("completion", map[string]any{"running": true, "stop_reason": nil})
	line("text_delta", map[string]any{"content": evil, "format": "markdown"})
	line("tool_select_delta", map[string]any{"tool_calls": call})
	line("completion", map[string]any{"running": false, "stop_reason": evil})
	line(evil, map[string]any{evil: evil})
	line("tool_call", map[string]any{"active": false, "tool_calls": call, "tool_results": []any{map[string]any{"type": "tool_result", "tool_use_id": "other" + evil, "content": evil}}})
	line("text_delta", map[string]any{"content": evil, "role": evil, "session_id": "other" + evil})
	line("system_message", map[string]any{"content": evil, "severity": "error"})
	line("error", map[string]any{"content": evil, "message": evil})
	out.WriteString(strings.NewReplacer("\n", " ", "\r", " ").Replace("{\"type\":"+evil+"\xff\xfe") + "\n")
	out.WriteString("{\"type\":\"message.delta\",\"content\":\"\u009b\u202e\xff\"}\n")
	return out.Bytes()
}

// TestNothingSteers goes over all commands with a candidate, a trace and a command
// line that are out to steer the terminal of whoever looks, or to forge a line.
func TestNothingSteers(t *testing.T) {
	t.Chdir(t.TempDir())
	trace := filepath.Join(".", evilName+".jsonl")
	for name, text := range map[string][]byte{trace: steeringTrace(t), "plain.jsonl": steeringTrace(t), evilName: []byte(evil)} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	few := []string{"run", "--dialect", "agentc", "--rules", "noise/*", "--cases", "10", "--replays", "1", "--jobs", "1", "--max-deaths", "3"}
	run := func(mode string) []string {
		return append(few[:len(few):len(few)], "--replay-dir", "left-"+mode, "--log", mode+".log", "--junit", mode+".xml", "--", "hostile", mode)
	}
	commands := [][]string{
		run("name"), run("long"), run("error"), run("refuse"), run("answer"), run("chat"), run("panic"), run("hello"), run("policy"), run("observes"),
		append(few[:len(few):len(few)], "--log", "-", "--", "hostile", "answer"),
		append(few[:len(few):len(few)], "--known-failures", evilName, "--", "hostile", "answer"),
		append(few[:len(few):len(few)], "--fixtures", evilName, "--", "hostile", "answer"),
		{"run", "--dialect", evil, "--", "hostile", "answer"}, {"run", "--rules", evil, "--", "hostile", "answer"}, {"run", "--seed", evil, "--", "hostile", evil}, {"run", "--", evil},
		{"check", trace}, {"check", "--why", "plain.jsonl"}, {"check", "--brief", trace, evilName, "no" + evilName}, {"check", "--dialect", "agentc", trace}, {"check", "--dialect", "agui", trace}, {"check", "--dialect", evil, trace},
		{"show", trace}, {"show", "--session", evil, trace}, {"show", evilName}, {"show", "--color", "never", "--dialect", "agentc", trace},
		{"replay", "--dialect", "agentc", trace, "--", "hostile", "answer"}, {"replay", trace, "--", "hostile", "error"}, {"replay", "no" + evilName, "--", "hostile", "answer"},
		{"shrink", "--dialect", "agentc", "--runs", "40", "--replay-dir", evilName + ".d", trace, "--", "hostile", "answer"},
		{"fuzz", "--dialect", "agentc", "--cases", "30", "--jobs", "1", "--dir", "fuzz-" + evilName, "--", "hostile", "answer"},
		{"merge", "fuzz-" + evilName, "--into", "merged-" + evilName}, {"merge", evil, "--into", evilName},
		{"distill", "--into", "kept-" + evilName, trace}, {"distill", "--report", trace}, {"distill", "--fails", "--into", "fails", "--runs", "40", trace, "--", "hostile", "answer"}, {"distill", "no" + evilName},
		{"smoke", "--", "hostile", "name"}, {"smoke", "--", "hostile", "answer"}, {"smoke", "--", "hostile", "error"}, {"smoke", "--", "hostile", "long"},
		{"rules", evil}, {"zoo", evil}, {"mutants", "--only", evil}, {"dialects", evil}, {"version", evil}, {evil}, {"run", "--" + evil},
	}
	for _, args := range commands {
		var out, errs bytes.Buffer
		cli.Main(context.Background(), args, strings.NewReader(""), &out, &errs)
		for name, text := range map[string]string{"stdout": out.String(), "stderr": errs.String()} {
			if why := steers(text); why != "" {
				t.Errorf("%q: %s: %s", args, name, why)
			}
			if len(text) > 1<<20 {
				t.Errorf("%q: %d bytes on %s", args, len(text), name)
			}
		}
		if out.Len()+errs.Len() == 0 {
			t.Errorf("%q says nothing", args)
		}
	}
	files, _ := filepath.Glob("*.log")
	reports, _ := filepath.Glob("*.xml")
	if len(files) < 7 || len(reports) < 7 {
		t.Errorf("%d logs and %d JUnit reports were written", len(files), len(reports))
	}
	replays, _ := filepath.Glob("left-*/*.txtar")
	if len(replays) == 0 {
		t.Error("no replay file was written")
	}
	for _, name := range slices.Concat(files, reports, replays) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ = bytes.Cut(text, []byte("\n-- case.json --\n")) // behind its story a replay file is data
		if why := steers(string(text)); why != "" {
			t.Errorf("%s: %s", name, why)
		}
		if len(text) > 4<<20 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
}

// steers says what of a text a terminal would act upon, or what in it we seem to
// have said.
func steers(text string) string {
	if !utf8.ValidString(text) {
		return "bytes that are no UTF-8"
	}
	for i, r := range text { // a joiner is in our own texts, within an emoji
		if r == '\n' || r == '\t' {
			continue
		}
		if r != '\u200d' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp) {
			return fmt.Sprintf("%q: …%q", r, text[max(0, i-60):min(len(text), i+20)])
		}
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "forged") {
			return "a forged line: " + text[:min(len(text), 2000)]
		}
	}
	return ""
}
