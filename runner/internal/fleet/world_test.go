package fleet_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/fleet"
)

func TestFleet(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "fleet")
}

// fastTiming is the timing of these tests. Nothing is asserted about it.
var fastTiming = fleet.Timing{Alive: 600 * time.Millisecond, Silence: 500 * time.Millisecond, Idle: 100 * time.Millisecond, Request: time.Second, Patience: 20 * time.Second}

// A world is a server and a campaign of steps. Each step's units are decided by the
// results of the one before, so the end depends on every result.
type world struct {
	serving fleet.Serving
	mu      sync.Mutex
	server  *fleet.Server
	steps   int
	units   int
	name    string
	done    atomic.Int64 // units that were done, however often
}

func newWorld(steps, units int) *world {
	GinkgoHelper()
	return newWorldOf(steps, units, 0)
}

// newWorldOf limits what the server stores; 0 is no limit.
func newWorldOf(steps, units int, store int64) *world {
	GinkgoHelper()
	return begin(&world{serving: fleet.Serving{Dir: GinkgoT().TempDir(), Store: store}, steps: steps, units: units, name: "c"})
}

// begin starts the world's server.
func begin(w *world) *world {
	GinkgoHelper()
	w.serving.Address = freeAddress()
	w.start()
	DeferCleanup(func() { w.stop() })
	return w
}

func freeAddress() string {
	GinkgoHelper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	defer l.Close()
	return l.Addr().String()
}

func (w *world) start() {
	GinkgoHelper()
	server, err := fleet.Serve(&w.serving)
	Expect(err).NotTo(HaveOccurred())
	w.mu.Lock()
	defer w.mu.Unlock()
	w.server = server
}

func (w *world) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.server != nil {
		w.server.Close()
	}
	w.server = nil
}

// saved is the state of the campaign: the step to be done next, and a hash of all results.
type saved struct {
	Step int
	Hash string
}

// unit is the nth unit of a step.
func (s saved) unit(n int) fleet.Unit {
	return fleet.Unit{Bytes: fmt.Appendf(nil, "unit %d of step %d after %s", n, s.Step, s.Hash)}
}

func after(s saved, results []fleet.Result) saved {
	h := sha256.New()
	for _, r := range results {
		fmt.Fprintf(h, "%t %x\n", r.Aside, sha256.Sum256(r.Bytes))
	}
	return saved{s.Step + 1, hex.EncodeToString(h.Sum(nil))}
}

// answer is the result of a unit.
func answer(unit []byte) []byte { return append([]byte("result of "), unit...) }

// alone is the state at the end if one process does it all.
func (w *world) alone(aside func(step, n int) bool) saved {
	s := saved{}
	for s.Step < w.steps {
		results := make([]fleet.Result, w.units)
		for n := range results {
			if aside != nil && aside(s.Step, n) {
				results[n].Aside = true
				continue
			}
			results[n].Bytes = answer(s.unit(n).Bytes)
		}
		s = after(s, results)
	}
	return s
}

// coordinate does the steps that are left.
func (w *world) coordinate(ctx context.Context, l *fleet.Lead) error {
	s := saved{}
	if state := l.Saved().State; state != nil {
		if err := json.Unmarshal(state, &s); err != nil {
			return err
		}
	}
	for {
		if s.Step == w.steps {
			text, _ := json.Marshal(s)
			return l.Save(ctx, text, true, nil)
		}
		results, err := l.Do(ctx, w.step(s), none, nil)
		if err != nil {
			return err
		}
		s = after(s, results)
		text, _ := json.Marshal(s)
		if err := l.Save(ctx, text, false, nil); err != nil {
			return err
		}
	}
}

// step is the units of the step to be done next.
func (w *world) step(s saved) []fleet.Unit {
	units := make([]fleet.Unit, w.units)
	for n := range units {
		units[n] = s.unit(n)
	}
	return units
}

// none has no blobs.
func none(string) ([]byte, error) { return nil, errors.New("no blobs here") }

// A member is a process of the fleet.
type member struct {
	url  string
	do   fleet.Do
	lead bool
	// timing is that of the member; quick if zero.
	timing fleet.Timing
	note   func(string)
}

// join works until the campaign ends or ctx does. A process that is killed says nothing
// at its end: its connection is cut.
func (w *world) join(ctx context.Context, m member) error {
	if m.timing == (fleet.Timing{}) {
		m.timing = fastTiming
	}
	conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: m.url, Timing: m.timing, Note: m.note})
	if err != nil {
		return err
	}
	defer conn.Close()
	kill := context.AfterFunc(ctx, conn.Close)
	defer kill()
	c, _, err := conn.Begin(ctx, w.name, []byte("terms"))
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	defer all.Wait()
	working, stop := context.WithCancel(ctx)
	defer stop()
	var ledBy error
	if m.lead {
		all.Go(func() {
			if ledBy = c.Lead(working, w.coordinate); ledBy != nil {
				stop()
			}
		})
	}
	err = c.Work(working, 1, func(ctx context.Context, worker int, unit []byte) ([]byte, error) {
		w.done.Add(1)
		if m.do != nil {
			return m.do(ctx, worker, unit)
		}
		return answer(unit), nil
	})
	if err == nil {
		return nil
	}
	stop()
	all.Wait()
	return errors.Join(err, ledBy)
}

// run has n members work until the campaign ends.
func (w *world) run(n int, m member) {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	if m.url == "" {
		m.url = "nats://" + w.serving.Address
	}
	var all sync.WaitGroup
	errs := make([]error, n)
	for i := range n {
		all.Go(func() { errs[i] = w.join(ctx, m) })
	}
	all.Wait()
	for _, err := range errs {
		Expect(err).NotTo(HaveOccurred())
	}
}

// head is where the campaign stands on the server.
func (w *world) head() (*fleet.Head, saved) {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: "nats://" + w.serving.Address, Timing: fastTiming})
	Expect(err).NotTo(HaveOccurred())
	defer conn.Close()
	c, err := conn.Join(ctx, w.name)
	Expect(err).NotTo(HaveOccurred())
	head, err := c.Head(ctx)
	Expect(err).NotTo(HaveOccurred())
	var s saved
	if head.State != nil {
		Expect(json.Unmarshal(head.State, &s)).To(Succeed())
	}
	return head, s
}

// stepOf reads the step and number of a unit.
func stepOf(unit []byte) (step, n int) {
	_, err := fmt.Sscanf(strings.TrimSpace(string(unit)), "unit %d of step %d", &n, &step)
	if err != nil {
		panic(err)
	}
	return step, n
}
