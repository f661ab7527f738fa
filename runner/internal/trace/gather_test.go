package trace_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/trace"
)

// What one session of Claude Code leaves on disk, by the name of its file.
const (
	rootFile = `{"type":"queue-operation","operation":"enqueue","sessionId":"S"}
{"parentUuid":null,"isSidechain":false,"type":"user","message":{"content":"go"},"uuid":"u1","sessionId":"S"}
{"parentUuid":"u1","isSidechain":false,"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"c1","name":"Agent","input":{}}]},"uuid":"a1","sessionId":"S"}`
	outerFile = `{"parentUuid":null,"isSidechain":true,"agentId":"x","type":"user","message":{"content":"outer"},"uuid":"x1","sessionId":"S"}
{"parentUuid":"x1","isSidechain":true,"agentId":"x","type":"assistant","message":{"id":"m2","content":[{"type":"tool_use","id":"c2","name":"Agent","input":{}}]},"uuid":"x2","sessionId":"S"}
`
	innerFile = `{"parentUuid":null,"isSidechain":true,"agentId":"b","type":"user","message":{"content":"inner"},"uuid":"b1","sessionId":"S"}` + "\n"
)

var agentFiles = map[string]string{
	"subagents/agent-x.jsonl":     outerFile,
	"subagents/agent-x.meta.json": `{"agentType":"plan","toolUseId":"c1","spawnDepth":1}`,
	"subagents/agent-b.jsonl":     innerFile,
	"subagents/agent-b.meta.json": "{\n \"toolUseId\":\"c2\",\"parentAgentId\":\"x\",\"spawnDepth\":2}\n",
}

// lay writes files below a folder of its own.
func lay(files map[string]string, prefix string, into string) string {
	GinkgoHelper()
	if into == "" {
		into = GinkgoT().TempDir()
	}
	for name, text := range files {
		path := filepath.Join(into, prefix, filepath.FromSlash(name))
		Expect(os.MkdirAll(filepath.Dir(path), 0o755)).To(Succeed())
		Expect(os.WriteFile(path, []byte(text), 0o644)).To(Succeed())
	}
	return into
}

// together are the records of a place that is put together.
func together(p trace.Place) []string {
	GinkgoHelper()
	from := p.Read()
	defer from.Close()
	text, err := io.ReadAll(from)
	Expect(err).NotTo(HaveOccurred())
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

var _ = Describe("A run that is kept in several files", func() {
	It("is one trace, of the folder and of each of its names, its agents opened from the outside in", func() {
		dir := lay(agentFiles, "S", lay(map[string]string{"S.jsonl": rootFile}, "", ""))
		for _, path := range []string{dir, filepath.Join(dir, "S"), filepath.Join(dir, "S.jsonl")} {
			places, err := trace.Find(path, false)
			Expect(err).NotTo(HaveOccurred())
			Expect(places).To(HaveLen(1), path)
			Expect(places[0].Stream).To(Equal(filepath.Join(dir, "S.jsonl")))
			records := together(places[0])
			Expect(records).To(HaveLen(8), "the last line of the first file has no end")
			Expect(records[3]).To(Equal(`{"type":"agent_metadata","agentId":"x","agentType":"plan","toolUseId":"c1","spawnDepth":1}`))
			Expect(records[4]).To(MatchJSON(`{"type":"agent_metadata","agentId":"b","toolUseId":"c2","parentAgentId":"x","spawnDepth":2}`))
			r, err := trace.Read(strings.NewReader(strings.Join(records, "\n")), trace.Options{})
			Expect(err).NotTo(HaveOccurred())
			Expect(printed(r)).To(MatchRegexp(`(?s)\n        session "c1", agent plan.*\n {16}session "c2"`))
		}
	})

	It("is one trace with its file in the same folder, too", func() {
		dir := lay(agentFiles, "", lay(map[string]string{"session.jsonl": rootFile}, "", ""))
		places, err := trace.Find(dir, false)
		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(HaveLen(1))
	})

	It("is none where nobody can tell whose its agents are", func() {
		dir := lay(agentFiles, "", lay(map[string]string{"a.jsonl": rootFile, "b.jsonl": rootFile}, "", ""))
		places, err := trace.Find(dir, false)
		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(HaveLen(4), "two files of the session, and two agents with what lies beside them")
	})

	It("leaves the agents of another session alone, and files that are none", func() {
		other := map[string]string{
			"S.jsonl": strings.ReplaceAll(rootFile, `"S"`, `"T"`), "S/subagents/agent-b.jsonl": innerFile,
			"S/notes.jsonl": "no JSON\n", "S/empty.jsonl": "", "S/subagents/agent-c.jsonl": innerFile, "S/subagents/agent-c.meta.json": "no JSON",
		}
		places, err := trace.Find(lay(other, "", ""), false)
		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(HaveLen(6))
		for _, p := range places {
			Expect(p.Parts).To(BeEmpty())
		}
	})
})
