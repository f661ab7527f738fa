package runner_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// guilty is the number of the case on which a hostile candidate does what it does.
const guilty = 3

// A hostility is one way in which a candidate goes wrong, and what it has to cost:
// one verdict, of the guilty case. does gets the right answer to that, and returns
// what is written in its place.
type hostility struct {
	name   string
	costs  spec.Verdict
	detail string // what the verdict says, in part
	does   func(h *hostile, answer []byte) []byte
	hello  func(*probe.HelloReply)
	// at is the guilty case, if it is another one. lags: it observes one record
	// late. habit is what the finding is, if it breaks no rule.
	at    int64
	lags  bool
	habit string
}

// guilt is the number of the case on which it does what it does.
func (h *hostility) guilt() int64 { return cmp.Or(h.at, guilty) }

// renames is a candidate that has another name in each process. It is in no table:
// it is not judged at all.
const renames = "has another name in each process"

// A hostile candidate is honest but for its hostility.
type hostile struct {
	probe.Candidate
	hostility
	id     int64
	before []byte // the answer before
}

func (h *hostile) Hello() probe.HelloReply {
	hello := h.Candidate.Hello()
	hello.Dialects = []string{"agentc"}
	if h.hello != nil {
		h.hello(&hello)
	}
	return hello
}

func (h *hostile) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	h.id = req.ID
	reply, err := h.Candidate.Run(req)
	if err != nil || !h.lags || !h.isGuilty() {
		return reply, err
	}
	for i, at := range req.Observe {
		late := *req
		late.Observe = []int{max(at-1, 0)}
		before, err := h.Candidate.Run(&late)
		if err != nil {
			return nil, err
		}
		reply.Observations[i] = before.Observations[0]
	}
	return reply, nil
}

// isGuilty reports whether the run is of the guilty case.
func (h *hostile) isGuilty() bool { return h.id&(1<<32-1) == h.guilt() && h.id < 1<<52 }

// Spell writes an answer, as the hostility has it where the case is guilty.
func (h *hostile) Spell(answer []byte) []byte {
	before := h.before
	h.before = bytes.Clone(answer)
	if !h.isGuilty() || h.does == nil {
		return answer
	}
	h.before = before
	defer func() { h.before = bytes.Clone(answer) }()
	return h.does(h, answer)
}

const escapes = "\x1b[31m\x1b]0;title\x07\u009b2J\u202e\x7f"

// write puts bytes out before the answer is.
func write(b []byte) { _, _ = os.Stdout.Write(b) }

func hang() { time.Sleep(time.Hour) }

func text(s string) func(*hostile, []byte) []byte {
	return func(*hostile, []byte) []byte { return []byte(s + "\n") }
}

// behind writes something behind the answer.
func behind(s string) func(*hostile, []byte) []byte {
	return func(_ *hostile, answer []byte) []byte { return append(answer, s+"\n"...) }
}

// first does something in place of an answer.
func first(do func()) func(*hostile, []byte) []byte {
	return func(_ *hostile, answer []byte) []byte { do(); return answer }
}

// then does something once the answer is out.
func then(do func()) func(*hostile, []byte) []byte {
	return func(_ *hostile, answer []byte) []byte { write(answer); do(); return nil }
}

// replaced replaces a part of the answer.
func replaced(old, by string) func(*hostile, []byte) []byte {
	return func(_ *hostile, answer []byte) []byte { return bytes.Replace(answer, []byte(old), []byte(by), 1) }
}

// sleeper starts a process that stays, in a session of its own, through another
// one that ends at once.
func sleeper() {
	_ = exec.Command("setsid", "sh", "-c", "sleep 3600 & exit 0").Run()
}

func die(code int) func() { return func() { os.Exit(code) } }

// itself sends this process a signal.
func itself(signal string) func() {
	return func() { _ = exec.Command("kill", "-"+signal, strconv.Itoa(os.Getpid())).Run(); hang() }
}

var finalOutcome = regexp.MustCompile(`"final":\{"outcome":"[a-z]*"`)

// longest is the longest line that these candidates may write.
const longest = 1 << 20

var hostilities = []hostility{
	{name: "is honest", costs: spec.Pass},
	{name: "dies", costs: spec.Crash, detail: "exit status 7", does: first(die(7))},
	{name: "ends as if all were well", costs: spec.Crash, detail: "exit status 0", does: first(die(0))},
	{name: "is killed", costs: spec.Crash, detail: "signal: killed", does: first(itself("KILL"))},
	{name: "hangs", costs: spec.Timeout, detail: "no answer within", does: first(hang)},
	{name: "hangs and wants no signal", costs: spec.Timeout, detail: "no answer within", does: first(func() {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		hang()
	})},
	{name: "stops itself", costs: spec.Timeout, detail: "no answer within", does: first(itself("STOP"))},
	{name: "writes half a line and hangs", costs: spec.Timeout, detail: `has no end: {"half":`, does: first(func() { write([]byte(`{"half":`)); hang() })},
	{name: "writes half a line and dies", costs: spec.Crash, detail: "in the middle of its answer", does: first(func() { write([]byte(`{"half":`)); os.Exit(7) })},
	{name: "closes its output", costs: spec.Crash, detail: "still runs, but closed its output", does: first(func() { _ = os.Stdout.Close(); hang() })},
	{name: "floods one line", costs: spec.ProtocolError, detail: "over the limit", does: first(func() {
		for {
			write(bytes.Repeat([]byte("x"), 1<<16))
		}
	})},
	{name: "floods lines", costs: spec.ProtocolError, detail: "nothing asked for", does: func(_ *hostile, answer []byte) []byte {
		for {
			write(answer)
		}
	}},
	{name: "answers at too great a length", costs: spec.ProtocolError, detail: "over the limit", does: func(_ *hostile, answer []byte) []byte {
		return append(bytes.Repeat([]byte(" "), 3*longest), answer...)
	}},
	{name: "answers twice", costs: spec.ProtocolError, detail: "nothing asked for", does: func(_ *hostile, answer []byte) []byte {
		return append(answer, answer...)
	}},
	{name: "answers what was not asked yet", costs: spec.ProtocolError, detail: "nothing asked for", does: behind(`{"id":4,"final":{}}`)},
	{name: "answers with the answer before", costs: spec.ProtocolError, detail: "id", does: func(h *hostile, answer []byte) []byte {
		if len(h.before) == 0 {
			return []byte(`{"id":2}` + "\n")
		}
		return h.before
	}},
	{name: "answers with another id", costs: spec.ProtocolError, detail: "the request's is", does: replaced(`"id":`, `"id":9`)},
	{name: "logs before its answer", costs: spec.ProtocolError, detail: "DEBUG", does: func(_ *hostile, answer []byte) []byte {
		return append([]byte("DEBUG: reducing\n"), answer...)
	}},
	{name: "logs behind its answer", costs: spec.ProtocolError, detail: "DEBUG", does: behind("DEBUG: reduced")},
	{name: "ends behind its answer", costs: spec.Crash, detail: "behind its answer it ended (exit status 0)", does: then(die(0))},
	{name: "dies behind its answer", costs: spec.Crash, detail: "behind its answer it ended (exit status 7)", does: then(die(7))},
	{name: "hangs behind its answer", costs: spec.Timeout, detail: "does not answer any more", does: then(hang)},
	{name: "writes half a line behind its answer and dies", costs: spec.Crash, detail: `has no end: {"half"`, does: then(func() { write([]byte(`{"half"`)); os.Exit(7) })},
	{name: "leaves a process behind", costs: spec.Pass, does: first(sleeper)},
	{name: "leaves a process behind and dies", costs: spec.Crash, detail: "exit status 7", does: first(func() { sleeper(); os.Exit(7) })},
	{name: "writes bytes that are no text", costs: spec.ProtocolError, detail: "JSON", does: func(_ *hostile, answer []byte) []byte {
		return append([]byte("\xff\xfe\x1b[2J"), answer...)
	}},
	{name: "writes a name that is no UTF-8", costs: spec.ProtocolError, detail: "no UTF-8", does: replaced(`"id":`, "\"took\":\"\xff\",\"id\":")},
	{name: "writes NaN", costs: spec.ProtocolError, detail: "NaN", does: replaced(`"id":`, `"n":NaN,"id":`)},
	{name: "writes JSON that is too deep", costs: spec.ProtocolError, detail: "deep", does: replaced(`"id":`, `"n":`+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+`,"id":`)},
	{name: "writes an array", costs: spec.ProtocolError, detail: "[1]", does: text("[1]")},
	{name: "writes null", costs: spec.ProtocolError, detail: "null", does: text("null")},
	{name: "writes an empty line", costs: spec.ProtocolError, detail: "", does: func(_ *hostile, answer []byte) []byte { return append([]byte("\n"), answer...) }},
	{name: "ends its lines as Windows does", costs: spec.Pass, does: replaced("\n", "\r\n")},
	{name: "writes keys that nobody knows", costs: spec.Pass, does: replaced(`"id":`, `"isError":true,"id":`)},
	{name: "says that it failed, at length and with escapes", costs: spec.Crash, detail: "it says that it failed", does: func(h *hostile, _ []byte) []byte {
		return fmt.Appendf(nil, `{"id":%d,"error":"\u001b[31m%s"}`+"\n", h.id, strings.Repeat("no ", 100_000))
	}},
	{name: "dies with escapes in its stderr", costs: spec.Crash, detail: "exit status 7", does: first(func() { fmt.Fprintln(os.Stderr, escapes); os.Exit(7) })},
	{name: "floods its stderr", costs: spec.Pass, does: first(func() {
		for range 200 {
			fmt.Fprintln(os.Stderr, strings.Repeat("y", 1<<12))
		}
	})},
	{name: "introduces itself by another name behind its answer", costs: spec.ProtocolError, detail: "nothing asked for", does: behind(`{"probe":1,"name":"other","role":"reducer","dialects":["agentc"],"observes":["outcome"]}`)},
	{name: "keeps state between runs", costs: spec.Fail, at: guilty + 1, habit: spec.KeepsState, does: func(h *hostile, answer []byte) []byte {
		if len(h.before) == 0 { // a process that has answered nothing before
			return answer
		}
		return finalOutcome.ReplaceAll(answer, []byte(`"final":{"outcome":"cancelled"`))
	}},
	{name: "lags by one record", costs: spec.Fail, lags: true, habit: "Each answer is of the record before; only the last one is up to date."},
	{name: "has escapes in its name and version", costs: spec.Pass, hello: func(h *probe.HelloReply) { h.Name, h.Version = "h"+escapes, escapes }},
}

// beHostile is the process of a hostile candidate.
func beHostile(name string) {
	for _, one := range append(hostilities, hostility{name: renames, hello: func(h *probe.HelloReply) { h.Name = fmt.Sprint("h", os.Getpid()) }}) {
		if one.name == name {
			_ = probe.Serve(os.Stdin, os.Stdout, &hostile{Candidate: reducer.HonestCandidate(), hostility: one})
			os.Exit(0)
		}
	}
	os.Exit(9)
}
