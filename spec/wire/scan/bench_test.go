package scan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire/scan"
)

// record is a text of about a KiB, nested like those of chat models' frameworks.
func record() []byte {
	var b strings.Builder
	b.WriteString(`{"seq":5,"ns":["model_request:cb7706d9-1020-5763"],"mode":"messages","payload":[{"content":"Delegating to \"two\" readers: größer","tool_calls":[],"id":"run-01a1fd5f","type":"ai"},{"tags":[],"step":3,"versions":{"core":"1.2.13"}`)
	for i := range 12 {
		fmt.Fprintf(&b, `,"langgraph_checkpoint_%d":"model_request:cb7706d9-%d","n%d":[%d,-1.5e3,true,null]`, i, i*977, i, i)
	}
	b.WriteString(`}]}`)
	return []byte(b.String())
}

func BenchmarkCheck(b *testing.B) {
	text := record()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := scan.Check(text, 100); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMembers walks the outer members, which skips all inner ones.
func BenchmarkMembers(b *testing.B) {
	text := record()
	v, _ := scan.Parse(text, 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if v.Get("mode") == "" {
			b.Fatal("no mode")
		}
	}
}
