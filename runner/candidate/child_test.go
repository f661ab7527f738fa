package candidate_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// misbehave is the child: it introduces itself as the given way says, then
// answers each run as the first record's "do" says.
func misbehave(how string) {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	if _, err := in.ReadString('\n'); err != nil {
		return
	}
	greet(how, out)
	for how == "answers before it has read" {
		start := make([]byte, 64)
		if _, err := io.ReadFull(in, start); err != nil {
			return
		}
		if bytes.HasPrefix(start, []byte(`{"op":"quit"`)) {
			return
		}
		_, rest, _ := bytes.Cut(start, []byte(`"id":`))
		id, _, _ := bytes.Cut(rest, []byte(","))
		fmt.Fprintf(out, `{"id":%s,"final":%s}`+"\n", id, transcript)
		_ = out.Flush()
		time.Sleep(10 * time.Millisecond)
		_, _ = in.ReadString('\n')
	}
	for {
		asked, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var req struct {
			Op     string            `json:"op"`
			ID     int64             `json:"id"`
			Events []json.RawMessage `json:"events"`
		}
		if json.Unmarshal([]byte(asked), &req) != nil || req.Op == "quit" {
			return
		}
		var first struct{ Do string }
		if len(req.Events) > 0 {
			_ = json.Unmarshal(req.Events[0], &first)
		}
		act(first.Do, req.ID, out)
		_ = out.Flush()
	}
}

const transcript = `{"outcome":"incomplete","sessions":[],"active":[],"agents":[],"quota":{"limited":false},"anomalies":[]}`

func greet(how string, out *bufio.Writer) {
	hello := map[string]any{
		"probe": 1, "name": "child", "version": "1", "role": "reducer",
		"dialects": []string{"neutral"}, "observes": []string{"outcome", "sessions"},
	}
	switch how {
	case "dies at hello":
		fmt.Fprintln(os.Stderr, "cannot find my library")
		os.Exit(3)
	case "never says hello":
		time.Sleep(time.Hour)
	case "greets with garbage":
		fmt.Fprintln(out, "Listening on port 8080")
	case "invents a policy":
		hello["policies"] = map[string]string{"coffee": "black"}
	case "speaks another version":
		hello["probe"] = 2
	}
	b, _ := json.Marshal(hello)
	fmt.Fprintf(out, "%s\n", b)
	_ = out.Flush()
}

func answer(id int64, out io.Writer) { fmt.Fprintf(out, `{"id":%d,"final":%s}`+"\n", id, transcript) }

func act(do string, id int64, out *bufio.Writer) {
	switch do {
	case "crash":
		fmt.Fprintln(os.Stderr, "boom: index out of range")
		os.Exit(7)
	case "answer, then crash":
		answer(id, out)
		_ = out.Flush()
		os.Exit(7)
	case "say that it failed":
		fmt.Fprintf(out, `{"id":%d,"error":"no such session"}`+"\n", id)
	case "hang":
		time.Sleep(time.Hour)
	case "hang and ignore signals":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		time.Sleep(time.Hour)
	case "flood lines":
		for {
			answer(id, out)
		}
	case "flood one line":
		for {
			_, _ = out.WriteString(strings.Repeat("x", 1<<16))
		}
	case "flood stderr":
		for i := range 1 << 14 {
			fmt.Fprintf(os.Stderr, "%d %s\n", i, strings.Repeat("y", 1<<10))
		}
		answer(id, out)
	case "print garbage":
		fmt.Fprintln(out, "DEBUG: reducing")
		answer(id, out)
	case "lie about its id":
		answer(id+1000, out)
	case "answer twice":
		answer(id, out)
		answer(id, out)
	case "answer in two halves":
		fmt.Fprintf(out, `{"id":%d,"final":`, id)
		_ = out.Flush()
		time.Sleep(20 * time.Millisecond)
		fmt.Fprintf(out, "%s}\n", transcript)
	case "leave a field out":
		fmt.Fprintf(out, `{"id":%d,"final":{"outcome":"incomplete"}}`+"\n", id)
	case "close its output":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "answer at length":
		fmt.Fprintf(out, `{"id":%d,"padding":"%s","final":%s}`+"\n", id, strings.Repeat("z", 1<<20), transcript)
	case "leave a child behind":
		leave(false)
		answer(id, out)
	case "leave a child in another group and crash":
		leave(true)
		os.Exit(7)
	case "note and answer":
		fmt.Fprintln(os.Stderr, "a note")
		answer(id, out)
	default:
		answer(id, out)
	}
}

// leave starts a process that outlives the child and holds its output open.
func leave(away bool) {
	cmd := exec.Command("sleep", leftBehind)
	if away {
		cmd = exec.Command("setsid", cmd.Args...)
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	_ = cmd.Start()
}

// leftBehind is the argument by which a left process is found again.
const leftBehind = "3599.25"
