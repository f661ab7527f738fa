package codex_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/codex"
)

// threadFile is how the file of a thread begins; more are members of its first line
// behind its id.
func threadFile(path, id, more string) wire.FolderFile {
	line := fmt.Sprintf(`{"timestamp":"2026-01-01T00:00:00.000Z","ordinal":0,"type":"session_meta","payload":{"session_id":"R","id":%q%s}}`, id, more)
	return wire.FolderFile{Path: path, Head: []byte(line + "\n" + `{"type":"event_msg","payload":{"type":"task_started","turn_id":"t"}}`)}
}

// spawnedBy says whose child a thread is, as version 0.142 and later do.
func spawnedBy(id string) string { return fmt.Sprintf(`,"parent_thread_id":%q,"source":"exec"`, id) }

// spawnedOf says it as older versions do.
func spawnedOf(id string) string {
	return fmt.Sprintf(`,"source":{"subagent":{"thread_spawn":{"parent_thread_id":%q,"depth":1}}}`, id)
}

// gathered are the runs that are found in files, each as a line: its name, and its parts.
func gathered(files ...wire.FolderFile) (runs []string) {
	GinkgoHelper()
	for _, run := range codex.New().(wire.Gatherer).Gather(files) {
		line := run.Name + ":"
		for _, part := range run.Parts {
			Expect(part.Record).To(BeNil())
			line += " " + part.Path
		}
		runs = append(runs, line)
	}
	return runs
}

var _ = Describe("The files of threads", func() {
	It("are one run with those that they spawned, each behind its parent, whatever the version", func() {
		Expect(gathered(
			threadFile("1/a", "inner", spawnedOf("one")), threadFile("1/b", "two", spawnedBy("root")), threadFile("1/c", "one", spawnedOf("root")),
			threadFile("1/d", "root", ""), threadFile("2/e", "other", `,"source":"cli"`),
		)).To(Equal([]string{"1/d: 1/d 1/b 1/c 1/a"}))
	})

	It("are runs of their own where a thread was forked and not spawned, or nobody has its parent", func() {
		Expect(gathered(threadFile("a", "root", ""), threadFile("b", "fork", `,"forked_from_id":"root"`), threadFile("c", "stray", spawnedBy("gone")))).To(BeEmpty())
		Expect(gathered(threadFile("a", "outer", spawnedBy("gone")), threadFile("b", "inner", spawnedBy("outer")))).To(Equal([]string{"a: a b"}))
	})

	It("are alone where a thread has two files, or is its own ancestor", func() {
		Expect(gathered(threadFile("a", "root", ""), threadFile("b", "root", ""), threadFile("c", "child", spawnedBy("root")))).To(BeEmpty())
		Expect(gathered(threadFile("a", "x", spawnedBy("y")), threadFile("b", "y", spawnedBy("x")), threadFile("c", "z", spawnedBy("z")))).To(BeEmpty())
	})

	It("are known by a first line that is longer than what is read of it", func() {
		long := threadFile("b", "child", spawnedBy("root")+`,"base_instructions":{"text":"`+strings.Repeat("Be brief. ", wire.FileHead/10)+`"}`)
		long.Head = long.Head[:wire.FileHead]
		Expect(gathered(threadFile("a", "root", ""), long)).To(Equal([]string{"a: a b"}))
	})

	DescribeTable("are none where the first line is another", func(head string) {
		Expect(gathered(threadFile("a", "root", ""), wire.FolderFile{Path: "b", Head: []byte(head)})).To(BeEmpty())
	},
		Entry("no line", ""),
		Entry("no JSON", "rollout of root"),
		Entry("cut in front of its id", `{"type":"session_meta","payload":{"session_id":"R","id":"chi`),
		Entry("another type", `{"type":"event_msg","payload":{"id":"child","parent_thread_id":"root"}}`),
		Entry("the type behind its payload", `{"payload":{"id":"child","parent_thread_id":"root"},"type":"session_meta"}`),
		Entry("members of other types", `{"type":"session_meta","payload":{"id":7,"parent_thread_id":["root"],"source":"exec"}}`),
		Entry("no payload", `{"type":"session_meta","payload":null}`),
	)
})
