package suite_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestSuite(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "suite")
}

// A process is a run of this test program with a candidate.
type process struct {
	candidate, known, folder, replay string
	args                             []string
}

// run returns what the process printed, without times, and whether it passed.
func (p process) run() (string, bool) {
	GinkgoHelper()
	program, err := os.Executable()
	Expect(err).NotTo(HaveOccurred())
	cmd := exec.Command(program, p.args...)
	cmd.Env = append(os.Environ(), envCandidate+"="+p.candidate, envKnown+"="+p.known, envFolder+"="+p.folder, envReplay+"="+p.replay)
	out, err := cmd.CombinedOutput()
	Expect(string(out)).NotTo(ContainSubstring("goroutine "), "the test program itself panicked")
	return regexp.MustCompile(`\(\d+\.\d\ds\)`).ReplaceAllString(string(out), "(time)"), err == nil
}

func (p process) fails() string {
	GinkgoHelper()
	out, passed := p.run()
	Expect(passed).To(BeFalse(), out)
	return out
}

func asking(candidate string, args ...string) process {
	return process{candidate: candidate, args: append([]string{"-test.v", "-test.run"}, args...)}
}

// casesOf returns how many cases a run says that it asked.
func casesOf(out string) int {
	GinkgoHelper()
	badge := regexp.MustCompile(`badge: (\d+) cases`).FindStringSubmatch(out)
	Expect(badge).To(HaveLen(2), out)
	n, err := strconv.Atoi(badge[1])
	Expect(err).NotTo(HaveOccurred())
	return n
}

// known is a file with a list of known failures.
func known(text string) string {
	GinkgoHelper()
	file := filepath.Join(GinkgoT().TempDir(), "known.txt")
	Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed())
	return file
}

var _ = Describe("A suite", func() {
	const limits = "TestAsked/account/limit-is-a-state"

	It("passes a right reader", func() {
		out, passed := asking("right", "TestAsked").run()
		Expect(passed).To(BeTrue(), out)
		Expect(out).To(ContainSubstring("--- PASS: " + limits))
	})

	It("says of a failing rule all that a report says, and how to run it again", func() {
		p := asking("latched", "TestAsked")
		p.folder = filepath.Join(GinkgoT().TempDir(), "replays")
		out := p.fails()
		Expect(out).To(ContainSubstring("--- FAIL: " + limits))
		Expect(out).To(MatchRegexp(`FAIL account/limit-is-a-state \(MUST\): A limit is in force if and only if`))
		Expect(out).To(ContainSubstring("- expected, + seen:"))
		Expect(out).To(MatchRegexp(`the smallest stream of neutral that shows it:\n +1 \{"kind":"limit".*\n +2 \{"kind":"limit".*\n +again:`))
		Expect(out).To(ContainSubstring("again: go test -run '^TestAsked$/^account$/^limit-is-a-state$'"))
		file := filepath.Join(p.folder, "account-limit-is-a-state.fail.txtar")
		Expect(out).To(ContainSubstring("suite.Replay(t, newCandidate, \"" + file))
		Expect(out).To(ContainSubstring("diagnosis"), "in the parent's log")

		By("the file that it names")
		replayed := asking("latched", "TestReplayed")
		replayed.replay = file
		Expect(replayed.fails()).To(ContainSubstring("FAIL account/limit-is-a-state"))
		replayed.candidate = "right"
		out, passed := replayed.run()
		Expect(passed).To(BeTrue(), out)
	})

	It("says the same each time", func() {
		Expect(asking("latched", "TestAsked").fails()).To(Equal(asking("latched", "TestAsked").fails()))
	})

	It("judges a rule alone if -run selects it, on fewer cases, and alike", func() {
		cases := regexp.MustCompile(`go-reducer: (\d+) cases`)
		message := func(out string) string {
			_, rest, found := strings.Cut(out, "FAIL missing/late-result")
			Expect(found).To(BeTrue(), out)
			text, _, _ := strings.Cut(rest, "again:")
			_, differences, _ := strings.Cut(text, "- expected")
			return differences
		}
		whole := asking("lax", "TestAsked").fails()
		alone := asking("lax", "TestAsked/missing/late-result").fails()
		Expect(whole).To(ContainSubstring("--- FAIL: TestAsked/account/outcome-distinct"))
		Expect(whole).To(ContainSubstring("--- PASS: TestAsked/attach/backward"))
		Expect(alone).NotTo(ContainSubstring("account/outcome-distinct ("))
		Expect(strings.Count(alone, "=== RUN")).To(Equal(2), alone)
		Expect(message(alone)).To(Equal(message(whole)))
		Expect(cases.FindStringSubmatch(alone)[1]).NotTo(Equal(cases.FindStringSubmatch(whole)[1]))

		By("one that holds, although others do not")
		out, passed := asking("lax", "TestAsked/attach/backward").run()
		Expect(passed).To(BeTrue(), out)
	})

	It("tries trivial streams first, for the author", func() {
		out, passed := asking("right", "TestSmoked").run()
		Expect(passed).To(BeTrue(), out)
		Expect(out).To(ContainSubstring("pass: neutral: an empty stream"))
		Expect(asking("lax", "TestSmoked").fails()).To(ContainSubstring("fail: neutral: a small stream"))
	})

	It("does not pass a rule that it could not judge because others fail", func() {
		out := asking("mute", "TestAsked/fragment/concatenate").fails()
		Expect(out).To(MatchRegexp(`fragment/concatenate could not be judged, because the candidate fails \w+/`))
		Expect(out).To(ContainSubstring("--- SKIP: TestAsked/fragment/concatenate"))
	})

	It("runs nothing if -run selects no rule", func() {
		out, passed := asking("latched", "TestAsked/no/such").run()
		Expect(passed).To(BeTrue(), out)
		Expect(out).NotTo(ContainSubstring("cases of"))
	})

	It("runs fewer cases with -short", func() {
		whole, _ := asking("right", "TestAsked").run()
		short, _ := asking("right", "TestAsked", "-test.short").run()
		Expect(casesOf(short)).To(And(BeNumerically(">", 100), BeNumerically("<", casesOf(whole)-100)))
	})

	It("skips a known failure, and fails for a stale list", func() {
		p := asking("latched", "TestAsked")
		p.known = known("** fail account/limit-is-a-state #7")
		out, passed := p.run()
		Expect(passed).To(BeTrue(), out)
		Expect(out).To(ContainSubstring("known: #7"))
		Expect(out).To(ContainSubstring("--- SKIP: " + limits))

		p.candidate = "right"
		Expect(p.fails()).To(MatchRegexp(`known.txt: line 1 .* passes now .* close #7`))
	})

	It("finds a panic with its place and the smallest stream, and goes on", func() {
		out := asking("panics", "TestAsked").fails()
		Expect(out).To(MatchRegexp(`CRASH \(charges no rule\)\n +generated/neutral/`))
		Expect(out).To(MatchRegexp(`it panicked: index out of range\n +at .*\(asked_test.go:\d+\)\n +at .*Feed \(asked_test.go`))
		Expect(out).To(MatchRegexp(`shows it:\n +1 \{"kind":"limit".*\n +again: go test -run '\^TestAsked\$'\n`))
		whole, _ := asking("right", "TestAsked").run()
		Expect(casesOf(out)).To(Equal(casesOf(whole)))
	})

	It("finds a run that does not come back, and names its case", func() {
		Expect(asking("hangs", "TestAsked").fails()).To(MatchRegexp(`TIMEOUT \(charges no rule\)\n +\w+[/.\w-]+, `))
	})

	It("finds an error as a rejection", func() {
		out := asking("refuses", "TestAsked").fails()
		Expect(out).To(ContainSubstring("REJECTED-WRONGLY account/limit-is-a-state"))
		Expect(out).To(ContainSubstring("malformed: no limits, please"))
	})

	It("names what is wrong with an option", func() {
		p := asking("right", "TestAsked")
		p.known = "nowhere.txt"
		Expect(p.fails()).To(ContainSubstring("quock: known failures: open nowhere.txt"))
		p.known = known("a b")
		Expect(p.fails()).To(MatchRegexp(`quock: known failures .*: line 1: 2 fields`))
	})
})

var _ = Describe("A fuzz target", func() {
	It("passes a right reader on its seeds", func() {
		out, passed := asking("right", "FuzzAsked").run()
		Expect(passed).To(BeTrue(), out)
		Expect(out).To(ContainSubstring("PASS: FuzzAsked/seed#"))
	})

	It("describes what it finds, but not what is known", func() {
		p := asking("lax", "FuzzAsked")
		out := p.fails()
		Expect(out).To(ContainSubstring("FAIL account/outcome-distinct (MUST):"))
		Expect(out).To(ContainSubstring("the smallest stream of agentc that shows it:"))
		p.known = known("** fail account/outcome-distinct #7\n** fail missing/late-result #8")
		out, passed := p.run()
		Expect(passed).To(BeTrue(), out)
	})
})
