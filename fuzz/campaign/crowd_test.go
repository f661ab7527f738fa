package campaign

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// A crowd is many workers on one queue, in simulated time. The engine is the real one: it
// plans the units and folds their results. What the results of later units say was recorded
// from real ones, since only their size and number matter here.
type crowd struct {
	sizes
	rng  *rand.Rand
	doer *Doer
	// recorded are outcomes that a doer gave.
	recorded []tried
	now      float64 // seconds
	hands    []hand
	blobs    map[string]bool // those that the server has
	count    tally
}

// sizes say what the crowd is like. Times are in seconds.
type sizes struct {
	workers   int
	round     uint64
	each      float64 // a case
	latency   float64 // a message takes so long on average
	life      float64 // a worker lives so long on average
	born      float64 // another one takes its place after so long
	wait      float64 // a unit of which nothing is heard is given out again
	slow      int     // of thousand workers are a hundred times slower
	duplicate float64 // the share of units that are delivered twice
	fold      float64 // the engine takes so long for a unit
	// again gives units that have been open for so long to workers that have nothing to
	// do, 0 for never.
	again float64
}

type hand struct {
	slower float64
	dies   float64
	free   float64
	has    map[string]bool // the blobs that it read
}

// tally is what the simulation counts.
type tally struct {
	units, done, messages int
	busy, useful          float64 // seconds of all workers
	stored                int     // bytes at the server, if nothing is deleted
	peak                  int     // if each step's units, results and coverage are
	sent                  int     // bytes to workers
	folding               float64
	real                  time.Duration // of the folds, on this machine
	left                  time.Time
}

func (c *crowd) hire(at float64) hand {
	h := hand{slower: 1, dies: at + c.rng.ExpFloat64()*c.life, free: at, has: map[string]bool{}}
	if c.rng.IntN(1000) < c.slow {
		h.slower = 100
	}
	return h
}

// A delivery is a unit with a worker, or one that comes back to the queue.
type delivery struct {
	at   float64
	hand int // -1: the unit comes back
	unit int
	dead bool
	from float64
}

type deliveries []delivery

func (d deliveries) Len() int { return len(d) }
func (d deliveries) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(d[i].at, d[j].at), cmp.Compare(d[i].unit, d[j].unit), cmp.Compare(d[i].hand, d[j].hand)) < 0
}
func (d deliveries) Swap(i, j int) { d[i], d[j] = d[j], d[i] }
func (d *deliveries) Push(x any)   { *d = append(*d, x.(delivery)) }
func (d *deliveries) Pop() any {
	old := *d
	x := old[len(old)-1]
	*d = old[:len(old)-1]
	return x
}

// Do gives the units out until all are done, and moves the clock on.
func (c *crowd) Do(ctx context.Context, _ int, units []*Unit, blobs Blobs) ([]*Result, error) {
	if !c.count.left.IsZero() {
		c.count.real += time.Since(c.count.left)
	}
	defer func() { c.count.left = time.Now() }()
	results, held := make([]*Result, len(units)), 0
	for i, u := range units {
		var err error
		if results[i], err = c.result(ctx, u, blobs); err != nil {
			return nil, err
		}
		size := len(u.Marshal()) + len(results[i].Marshal())
		c.count.stored, held = c.count.stored+size, held+size
		for _, hash := range u.Blobs() {
			if !c.blobs[hash] {
				text, err := blobs(hash)
				if err != nil {
					return nil, err
				}
				c.blobs[hash] = true
				c.count.stored += len(text)
			}
		}
	}
	c.count.peak = max(c.count.peak, held)
	c.give(units, results)
	c.count.folding += c.fold * float64(len(units))
	c.now += c.fold * float64(len(units))
	return results, nil
}

// mostRecorded is how many cases are tried in earnest.
const mostRecorded = 512

func (c *crowd) result(ctx context.Context, u *Unit, blobs Blobs) (*Result, error) {
	if len(c.recorded) < mostRecorded {
		r, err := c.doer.Do(ctx, u, blobs)
		if err == nil {
			c.recorded = append(c.recorded, r.body.Tried...)
		}
		return r, err
	}
	r := &Result{}
	for i := range u.work.Try.Jobs {
		r.body.Tried = append(r.body.Tried, c.recorded[(int(u.work.Try.Jobs[i].Number)+i)%len(c.recorded)])
	}
	return r, nil
}

// give simulates the queue for one step.
func (c *crowd) give(units []*Unit, results []*Result) {
	var queue []int
	for i := range units {
		queue = append(queue, i)
		if c.rng.Float64() < c.duplicate {
			queue = append(queue, i)
		}
	}
	c.count.units += len(units)
	c.count.messages += 2 * len(units) // published, and confirmed
	done, open := make([]bool, len(units)), len(units)
	given := make([]float64, len(units)) // when each was given out last; never, once it is done
	for i := range given {
		given[i] = math.Inf(1)
	}
	var events deliveries
	idle := make([]int, len(c.hands))
	for i := range idle {
		idle[i] = i
	}
	for open > 0 {
		idle = slices.DeleteFunc(idle, func(i int) bool {
			for c.hands[i].dies < c.now { // it died while it had nothing to do
				c.hands[i] = c.hire(c.hands[i].dies + c.born)
			}
			if c.hands[i].free > c.now { // it is being born
				return false
			}
			unit := -1
			switch {
			case len(queue) > 0:
				unit, queue = queue[0], queue[1:]
			case c.again > 0:
				unit = slices.IndexFunc(given, func(at float64) bool { return at+c.again < c.now })
			}
			if unit < 0 || done[unit] { // or a duplicate
				return false
			}
			given[unit] = c.now
			heap.Push(&events, c.start(i, unit, units[unit], results[unit]))
			return true
		})
		if len(events) == 0 {
			c.now += 0.1 // workers are being born
			continue
		}
		if c.again > 0 && events[0].at > c.now+1 && len(idle) > 0 {
			c.now++ // somebody may have waited long enough
			continue
		}
		e := heap.Pop(&events).(delivery)
		c.now = max(c.now, e.at)
		switch {
		case e.hand < 0:
			if !done[e.unit] {
				queue = append(queue, e.unit)
			}
		case e.dead:
			c.hands[e.hand] = c.hire(e.at + c.born)
			c.count.busy += e.at - e.from
			idle = append(idle, e.hand)
			heap.Push(&events, delivery{at: e.at + c.wait, hand: -1, unit: e.unit})
		default:
			c.count.busy += e.at - e.from
			c.count.done++
			idle = append(idle, e.hand)
			if !done[e.unit] {
				done[e.unit], given[e.unit] = true, math.Inf(1)
				c.count.useful += e.at - e.from
				open--
			}
		}
	}
	for _, e := range events { // what nobody waits for any more
		if e.hand >= 0 {
			c.hands[e.hand].free = e.at
			c.count.busy += e.at - e.from
		}
	}
}

// start has a worker begin a unit.
func (c *crowd) start(i, unit int, u *Unit, r *Result) delivery {
	h := &c.hands[i]
	took := c.latency*(1+c.rng.ExpFloat64()) + c.each*h.slower*float64(len(u.work.Try.Jobs))
	c.count.messages += 4 + int(took/(c.wait/3)) // asked, delivered, result, acknowledged; and in progress
	c.count.sent += len(r.body.Tried) * 100
	for _, hash := range u.Blobs() {
		if !h.has[hash] {
			h.has[hash] = true
			c.count.messages += 2
		}
	}
	end := c.now + took
	if h.dies < end {
		return delivery{at: max(c.now, h.dies), hand: i, unit: unit, dead: true, from: c.now}
	}
	return delivery{at: end, hand: i, unit: unit, from: c.now}
}

// nowhere stores nothing.
type nowhere struct{}

func (nowhere) Entry(string, []byte) error    { return nil }
func (nowhere) Finding(string, []byte) error  { return nil }
func (nowhere) Stored(string) ([]byte, error) { return nil, os.ErrNotExist }
func (nowhere) Log([]byte) error              { return nil }
func (nowhere) Checkpoint([]byte) error       { return nil }

// simulated runs a campaign with a crowd.
func simulated(s sizes, cases uint64) *crowd {
	f := agentc.New().Features("")
	c := &crowd{sizes: s, rng: rand.New(rand.NewPCG(1, 2)), blobs: map[string]bool{}, doer: &Doer{Features: f, Reader: Reader{
		Try: func(*perform.Case) Attempt { return Attempt{Verdict: spec.Pass} },
	}}}
	for range s.workers {
		c.hands = append(c.hands, c.hire(0))
	}
	e := New(Params{Seed: 1, Dialect: f.Dialect, Level: perform.Degraded, Round: s.round}, Options{Cases: cases, Store: nowhere{}, Workers: c, Due: func() bool { return false }})
	end, err := e.Run(context.Background(), context.Background())
	Expect(err).NotTo(HaveOccurred())
	Expect(end).To(Equal(AllCases))
	return c
}

// wasted is the share of the workers' time that went into what nobody needed.
func (c *crowd) wasted() float64 { return 1 - c.count.useful/c.count.busy }

var _ = ginkgo.Describe("A thousand workers, simulated", func() {
	// usual is a reader that takes 50 ms for a case, on machines that live ten minutes.
	usual := sizes{workers: 1000, each: 0.05, latency: 0.01, life: 600, born: 30, wait: 30, slow: 20, duplicate: 0.01, fold: 0.0002}

	var table string
	measure := func(cases uint64, workers int, round uint64, again float64) *crowd {
		s := usual
		s.workers, s.round, s.again = workers, round, again
		c := simulated(s, cases)
		t := &c.count
		table += fmt.Sprintf("%7d %6d %5.0fs %8.0f %6.1f%% %6.1f%% %11.0f %10.1f %10.2f %15s\n", workers, round, again, float64(cases)/c.now, 100*c.wasted(),
			100*t.useful/(c.now*float64(workers)), float64(t.messages)/c.now, float64(t.stored)/1e6, float64(t.peak)/1e6, t.real/time.Duration(t.units))
		return c
	}

	ginkgo.It("waste little of their time", func() {
		for _, workers := range []int{1, 16, 1000} {
			Expect(measure(8000, workers, 0, 3).wasted()).To(BeNumerically("<", 0.2), "%d workers", workers)
		}
	})

	ginkgo.It("are of more use in rounds that are large enough, and where nobody waits for the slowest", func() {
		if os.Getenv("QUOCK_NIGHTLY") == "" {
			ginkgo.Skip("QUOCK_NIGHTLY is not set: a million cases take a minute")
		}
		const million = 1_000_000
		table = "workers  round  again  cases/s  wasted  of use  messages/s  stored MB  a step MB  real fold/unit\n"
		measure(million, 1, 1024, 0)
		measure(million, 16, 1024, 3)
		small, bare, large := measure(million, 1000, 1024, 3), measure(million, 1000, 16384, 0), measure(million, 1000, 16384, 3)
		fmt.Fprintln(ginkgo.GinkgoWriter, table)
		Expect(large.now).To(BeNumerically("<", small.now))
		Expect(large.now).To(BeNumerically("<", bare.now))
	})

	ginkgo.It("are the same whenever they are simulated", func() {
		s := usual
		s.workers, s.again = 50, 3
		one, other := simulated(s, 4000), simulated(s, 4000)
		one.count.real, one.count.left = other.count.real, other.count.left
		Expect(one.count).To(Equal(other.count))
		Expect(one.now).To(Equal(other.now))
	})
})

var _ = ginkgo.Describe("Eight workers, simulated", func() {
	// The rounds before the thousandth case have work for eight only if they are cut into small units.
	ginkgo.It("try seven and a half times as many cases a second as one, at 20 ms a case", func() {
		rate := func(workers int, latency float64) float64 {
			cases := uint64(1024 * workers)
			s := sizes{workers: workers, each: 0.02, latency: latency, life: 1e9, wait: 1e6, fold: 0.0002}
			return float64(cases) / simulated(s, cases).now
		}
		for _, latency := range []float64{0.0005, 0.002} {
			one, eight := rate(1, latency), rate(8, latency)
			fmt.Fprintf(ginkgo.GinkgoWriter, "latency %.1f ms: one worker %.1f cases/s, eight %.1f, ratio %.2f\n", 1e3*latency, one, eight, eight/one)
			Expect(one).To(BeNumerically(">", 0.9/0.02))
			Expect(eight).To(BeNumerically(">", 8*0.9/0.02))
			Expect(eight / one).To(BeNumerically(">=", 7.5))
		}
	})
})
