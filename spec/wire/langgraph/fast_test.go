package langgraph_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// ordinary is a record whose metadata many others repeat.
const ordinary = `{"seq":1,"ns":["tools:a","model:b"],"mode":"messages","payload":[{"content":"x","tool_call_chunks":[],"id":"m1","type":"ai"},{"lc_agent_name":"agent","langgraph_checkpoint_ns":"tools:a|model:b"}]}`

// oddities are records at which a reader in one pass may part from one that
// takes its time.
var oddities = []string{
	strings.Replace(ordinary, `"x"`, `"\ud800 \u00e9\n\ud83d\ude00"`, 1), strings.Replace(ordinary, `"m1"`, `7`, 1), strings.Replace(ordinary, `"m1"`, `null`, 1),
	strings.Replace(ordinary, `"ai"`, `"ghost"`, 1), strings.Replace(ordinary, `"ai"`, `"AIMessage\u0043hunk"`, 1), strings.Replace(ordinary, `"id"`, `"\u0069d"`, 1),
	strings.Replace(ordinary, `"type":"ai"`, `"role":"user","role":"tool"`, 1), strings.Replace(ordinary, `"type":"ai"`, `"role":"user","type":"ai"`, 1),
	strings.Replace(ordinary, `"type":"ai"`, `"lc":1,"id":["x","AIMessageChunk"],"kwargs":{"id":"m2","content":"y"}`, 1), strings.Replace(ordinary, `"type":"ai"`, `"kwargs":{},"type":"ai"`, 1),
	strings.Replace(ordinary, `"mode"`, `"mode":"values","mode"`, 1), strings.Replace(ordinary, `"payload"`, `"payload":{},"payload"`, 1), strings.Replace(ordinary, `"ns"`, `"ns":[],"ns"`, 1),
	strings.Replace(ordinary, `["tools:a","model:b"]`, `"tools:a|model:b"`, 1), strings.Replace(ordinary, `["tools:a","model:b"]`, `["tools:a",1]`, 1), strings.Replace(ordinary, `["tools:a","model:b"]`, `null`, 1), strings.Replace(ordinary, `["tools:a","model:b"]`, `{}`, 1),
	strings.Replace(ordinary, `{"lc_agent_name"`, `[[[[]]]],{"lc_agent_name"`, 1), strings.Replace(ordinary, `"langgraph_checkpoint_ns"`, `"lc_agent_name":"later","checkpoint_ns"`, 1), strings.Replace(ordinary, "}]}", "},{}]}", 1), strings.Replace(ordinary, "}]}", "}]", 1),
	strings.Replace(ordinary, `"seq":1`, `"seq":01`, 1), strings.Replace(ordinary, `"seq":1`, `"data":{}`, 1), strings.Replace(ordinary, `"messages"`, `"unheard"`, 1), strings.Replace(ordinary, `"messages"`, `null`, 1), strings.Replace(ordinary, "agent\"", "\xff\"", 1),
	`{"payload":[{"content":"late mode","id":"m3","type":"ai"}],"mode":"messages"}`, `{"mode":"messages","payload":[]}`, `{"mode":"messages","payload":{}}`, `{"mode":"messages","payload":["text"]}`, `{"mode":"values","payload":{"messages":[{"type":"human","content":"hi","id":"h"}]}}`,
	`[["tools:a"],"messages",[{"content":"tuple","id":"m4","type":"AIMessageChunk"},{}]]`, `{"event":"messages|tools:a","data":[{"content":"event","id":"m5","type":"AIMessageChunk"},{}],"id":"7"}`, `{"ns":[],"payload":1}`, `null`, ``,
}

var _ = ginkgo.Describe("the quick way", func() {
	ginkgo.It("reads odd records as the strict way does, alone and after ordinary ones", func() {
		for _, odd := range oddities {
			text := []byte(strings.Join([]string{ordinary, odd, ordinary, odd}, "\n"))
			for _, l := range []wire.Limits{{}, {Depth: 4}, {Depth: 3, Line: 200}} {
				gomega.Expect(wiretest.FastAsStrict(langgraph.New(), "", text, l)).To(gomega.Succeed(), odd)
			}
		}
	})
})

// FuzzFast: the fast path reads streams of any bytes as the strict decoder does.
func FuzzFast(f *testing.F) {
	for i, odd := range append(oddities, samples...) {
		f.Add([]byte(ordinary+"\n"+odd+"\r\n"+oddities[i*7%len(oddities)]+"\n"+odd), uint8(0), uint16(0))
		f.Add([]byte("\ufeff"+odd+"\n\n"+ordinary+"\n"+ordinary[:i%len(ordinary)]), uint8(i), uint16(300))
	}
	if text, err := os.ReadFile(filepath.Join(traces, "nested-subagents.jsonl")); err == nil {
		for lines := bytes.SplitAfter(text, []byte("\n")); len(lines) > 3; lines = lines[3:] {
			f.Add(bytes.Join(lines[:3], nil), uint8(0), uint16(0))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, depth uint8, line uint16) {
		l := wire.Limits{Depth: int(depth % 32), Line: int(line)}
		if err := wiretest.FastAsStrict(langgraph.New(), "", text, l); err != nil {
			t.Fatal(err)
		}
	})
}
