package secret_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkScan reads a trace of the kind that is scanned: lines of JSON with
// usage records, ids, code and prose.
func BenchmarkScan(b *testing.B) {
	text := trace(4 << 20)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		n := 0
		for range finder.Scan(func(yield func(int, []byte) bool) {
			for line := range strings.Lines(text) {
				if !yield(1, []byte(line)) {
					return
				}
			}
		}) {
			n++
		}
		b.ReportMetric(float64(n), "hits")
	}
}

func trace(size int) string {
	if files, _ := filepath.Glob("../../../../shared/traces/*/*.jsonl"); len(files) > 0 {
		var all strings.Builder
		for all.Len() < size {
			for _, file := range files {
				text, _ := os.ReadFile(file)
				all.Write(text)
			}
		}
		return all.String()
	}
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `{"type":"stream_event","uuid":"%032x","session_id":"%016x","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Reading the file %d to see what the access token is used for. "}},"usage":{"input_tokens":%d}}`+"\n", i, i*7919, i, i*13)
	}
	return b.String()
}
