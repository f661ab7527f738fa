package candidate_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
)

// benchTranscript is what a reducer makes of the case of BenchmarkRatios.
func benchTranscript() string {
	var messages []string
	for i := range 5 {
		messages = append(messages, fmt.Sprintf(
			`{"id":"m%d","turn":0,"role":"assistant","complete":true,"parts":[{"kind":"text","text":%q}],"calls":[]}`,
			i, strings.Repeat("a fragment of text", 10)))
	}
	return `{"outcome":"completed","sessions":[{"id":"amber-falcon","parent":null,"status":"closed","messages":[` +
		strings.Join(messages, ",") + `],"turns":[{"status":"completed"}]}],"active":[],"agents":[],"quota":{"limited":false},"anomalies":[]}`
}

// serveBench is the child: it answers each run at once with the same
// transcript, as fast as it can read.
func serveBench() {
	in, out := bufio.NewReaderSize(os.Stdin, 64<<10), bufio.NewWriterSize(os.Stdout, 64<<10)
	tail := append([]byte(`,"final":`+benchTranscript()), "}\n"...)
	_, _ = in.ReadSlice('\n')
	greet("bench", out)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil || bytes.HasPrefix(line, []byte(`{"op":"quit"`)) {
			return
		}
		_, rest, _ := bytes.Cut(line[:40], []byte(`"id":`))
		id, _, _ := bytes.Cut(rest, []byte(","))
		_, _ = out.Write(append(append([]byte(`{"id":`), id...), tail...))
		_ = out.Flush()
	}
}
