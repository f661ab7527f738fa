package candidate_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A counter is a store that keeps one line a record, slowly, and tells as many
// sessions as it has lines.
type counter struct{}

func serveStore() { _ = probe.Serve(os.Stdin, os.Stdout, counter{}) }

func (counter) Hello() probe.HelloReply {
	return probe.HelloReply{Probe: probe.Version, Name: "counter", Role: probe.Store, Dialects: []string{"neutral"}, Observes: []string{"sessions"}}
}

func (counter) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	f, err := os.OpenFile(filepath.Join(req.Store, "lines"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for range req.Events {
		if _, err := f.WriteString("line\n"); err != nil {
			return nil, err
		}
		time.Sleep(time.Millisecond)
	}
	return &probe.RunReply{Final: &probe.Transcript{}}, nil
}

func (counter) Load(req *probe.LoadRequest) (*probe.LoadReply, error) {
	text, err := os.ReadFile(filepath.Join(req.Store, "lines"))
	if err != nil {
		return nil, err
	}
	t := &probe.Transcript{}
	for n := range bytes.Count(text, []byte("\n")) {
		t.Sessions = append(t.Sessions, probe.Session{ID: string(rune('a' + n%26)), Status: "open"})
	}
	return &probe.LoadReply{Final: t}, nil
}

// speechless returns neither an answer nor an error.
type speechless struct{ counter }

func (speechless) Run(*probe.RunRequest) (*probe.RunReply, error)    { return nil, nil }
func (speechless) Load(*probe.LoadRequest) (*probe.LoadReply, error) { return nil, nil }

var _ = Describe("A store", func() {
	var worker *candidate.Worker
	ctx := context.Background()
	sit := func(s candidate.Starter) {
		worker = candidate.NewWorker(s, candidate.NewLimits(20*time.Second, 2*time.Second))
	}
	AfterEach(func() { worker.Close() })

	records := func(n int, dir string) *probe.RunRequest {
		req := do("")
		for len(req.Events) < n {
			req.Events = append(req.Events, req.Events[0])
		}
		req.Store = dir
		return req
	}
	load := func(dir string) candidate.Answer {
		GinkgoHelper()
		ids++
		a, err := worker.Load(ctx, &probe.LoadRequest{ID: ids, Store: dir})
		Expect(err).NotTo(HaveOccurred())
		return a
	}

	for name, starter := range map[string]func() candidate.Starter{
		"a process": func() candidate.Starter { return child("store") },
		"a value":   func() candidate.Starter { return candidate.Value{New: func() probe.Candidate { return counter{} }} },
	} {
		It("tells after the end of one that was "+name+" what that one left", func() {
			sit(starter())
			dir := GinkgoT().TempDir()
			a, err := worker.Run(ctx, records(5, dir))
			Expect(err).NotTo(HaveOccurred())
			Expect(a.Fault).To(BeNil())
			worker.Empty()
			Expect(load(dir).Loaded.Final.Sessions).To(HaveLen(5))
		})

		It("is blamed where it cannot load, as "+name+", and stays", func() {
			sit(starter())
			a := load(filepath.Join(GinkgoT().TempDir(), "nowhere"))
			Expect(a.Fault.Verdict).To(Equal(spec.Crash))
			Expect(a.Fault.Dead).To(BeFalse())
			Expect(a.Fault.Detail).To(ContainSubstring("failed to load"))
		})
	}

	// On a busy machine a run can be over before the moment is seen. Then it is asked
	// for again in another folder.
	It("is killed in the middle of a run, at the moment that is asked for", func() {
		sit(child("store"))
		var dir string
		size := func() int64 {
			info, err := os.Stat(filepath.Join(dir, "lines"))
			if err != nil {
				return 0
			}
			return info.Size()
		}
		Eventually(func() (unanswered bool, err error) {
			dir = GinkgoT().TempDir()
			return worker.Kill(ctx, records(2000, dir), func() bool { return size() >= 50 })
		}).WithTimeout(time.Minute).Should(BeTrue())
		left := size()
		Expect(left).To(BeNumerically(">=", 50))
		Consistently(size, 30*time.Millisecond).Should(Equal(left), "nobody writes any more")
		Expect(load(dir).Loaded.Final.Sessions).To(HaveLen(int(left / 5)))
	})

	It("is killed when it has answered, if the moment never came", func() {
		sit(child("store"))
		dir := GinkgoT().TempDir()
		Expect(worker.Kill(ctx, records(3, dir), func() bool { return false })).To(BeFalse(), "it had answered")
		Expect(load(dir).Loaded.Final.Sessions).To(HaveLen(3))
	})

	It("cannot be killed where it is a value", func() {
		sit(candidate.Value{New: func() probe.Candidate { return counter{} }})
		_, err := worker.Kill(ctx, records(1, GinkgoT().TempDir()), func() bool { return true })
		Expect(errors.Is(err, candidate.ErrNoProcess)).To(BeTrue())
	})

	// A Go value that is not written yet returns nil for all.
	It("is told that it returned nothing, and is not said to have panicked", func() {
		sit(candidate.Value{New: func() probe.Candidate { return speechless{} }})
		a, err := worker.Run(ctx, records(1, ""))
		Expect(err).NotTo(HaveOccurred())
		for _, fault := range []*candidate.Fault{a.Fault, load("/").Fault} {
			Expect(fault.Verdict).To(Equal(spec.ProtocolError))
			Expect(fault.Detail).To(Equal("its answer: neither an answer nor an error was returned"))
			Expect(fault.Dead).To(BeFalse())
		}
	})

	It("has no store where the candidate does not know of one", func() {
		sit(candidate.Value{New: func() probe.Candidate { return struct{ probe.Candidate }{counter{}} }})
		Expect(load("/").Fault.Detail).To(ContainSubstring("keeps no store"))
	})
})
