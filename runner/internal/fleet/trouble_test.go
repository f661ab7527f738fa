package fleet_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/fleet"
)

// A wire carries connections to a server, until it is cut.
type wire struct {
	net.Listener
	to  string
	cut atomic.Bool
	mu  sync.Mutex
	all []net.Conn
}

func newWire(to string) *wire {
	GinkgoHelper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	w := &wire{Listener: l, to: to}
	DeferCleanup(func() { l.Close(); w.drop() })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			w.carry(in)
		}
	}()
	return w
}

func (w *wire) carry(in net.Conn) {
	out, err := net.Dial("tcp", w.to)
	if err != nil || w.cut.Load() {
		in.Close()
		return
	}
	w.mu.Lock()
	w.all = append(w.all, in, out)
	w.mu.Unlock()
	for _, pair := range [][2]net.Conn{{in, out}, {out, in}} {
		go func() { _, _ = io.Copy(pair[0], pair[1]); pair[0].Close() }()
	}
}

// drop ends what the wire carries.
func (w *wire) drop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.all {
		c.Close()
	}
	w.all = nil
}

// store is what the server of a full world stores at most.
const store = 1 << 20

// fill begins the campaign and fills the server.
func (w *world) fill() {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	DeferCleanup(cancel)
	conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: "nats://" + w.serving.Address, Timing: fleet.Timing{Alive: fastTiming.Alive, Silence: fastTiming.Silence, Patience: 100 * time.Millisecond}})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(conn.Close)
	c, _, err := conn.Begin(ctx, w.name, []byte("terms"))
	Expect(err).NotTo(HaveOccurred())
	for size := store / 8; size > 0; {
		blob := make([]byte, size)
		_, _ = rand.Read(blob)
		_, err := c.Put(ctx, blob)
		if err != nil {
			Expect(err).To(MatchError(fleet.ErrFull))
			size /= 16
		}
	}
}

var _ = Describe("A fleet in trouble", func() {
	cutting := func(timing fleet.Timing, cut time.Duration) {
		GinkgoHelper()
		w := newWorld(3, 8)
		through := newWire(w.serving.Address)
		var once sync.Once
		w.run(2, member{url: "nats://" + through.Addr().String(), lead: true, timing: timing, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
			if step, _ := stepOf(unit); step == 1 {
				once.Do(func() {
					through.cut.Store(true)
					through.drop()
					time.Sleep(cut)
					through.cut.Store(false)
				})
			}
			return answer(unit), nil
		}})
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
	}

	It("goes on when the network was cut for longer than the lease and the units' silence", func() {
		cutting(fastTiming, 2*fastTiming.Alive)
	})

	It("goes on when the network was cut for a minute, with the timing that users have", func() {
		nightly("it takes more than a minute")
		usual := fleet.Timing{Alive: 10 * time.Second, Silence: 10 * time.Second, Idle: 2 * time.Second, Request: 10 * time.Second, Patience: 5 * time.Minute}
		cutting(usual, time.Minute)
	})

	It("comes to the same with a worker that is slow by a hundred times", func(ctx SpecContext) {
		w := newWorld(3, 12)
		pace := func(each time.Duration) fleet.Do {
			return func(_ context.Context, _ int, unit []byte) ([]byte, error) {
				time.Sleep(each)
				return answer(unit), nil
			}
		}
		const usual = 10 * time.Millisecond
		var all sync.WaitGroup
		all.Go(func() {
			defer GinkgoRecover()
			Expect(w.join(ctx, member{url: "nats://" + w.serving.Address, lead: true, do: pace(100 * usual)})).To(Succeed())
		})
		w.run(2, member{lead: true, do: pace(usual)})
		all.Wait()
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
	}, SpecTimeout(10*time.Minute))

	It("counts the result of a unit once that two did", func() {
		w := newWorld(2, 4)
		both := make(chan struct{})
		var begun atomic.Int64
		w.run(2, member{lead: true, do: func(ctx context.Context, _ int, unit []byte) ([]byte, error) {
			if step, n := stepOf(unit); step == 0 && n == 2 {
				if begun.Add(1) == 2 {
					close(both)
				}
				select {
				case <-both:
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return answer(unit), nil
		}})
		head, s := w.head()
		Expect(begun.Load()).To(BeNumerically(">=", 2))
		Expect(head.Tally.Units).To(Equal(2 * 4))
		Expect(s).To(Equal(w.alone(nil)))
	})

	// The head is saved now and then only: a coordinator that takes over repeats steps whose
	// results are there, and those of later steps behind them.
	It("takes over from a coordinator that was steps ahead of what it saved, and does nothing again", func() {
		w := newWorld(3, 6)
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: "nats://" + w.serving.Address, Timing: fastTiming})
		Expect(err).NotTo(HaveOccurred())
		defer conn.Close()
		c, _, err := conn.Begin(ctx, w.name, []byte("terms"))
		Expect(err).NotTo(HaveOccurred())
		ahead, dead := context.WithCancel(ctx)
		var all sync.WaitGroup
		all.Go(func() {
			_ = c.Work(ahead, 1, func(_ context.Context, _ int, unit []byte) ([]byte, error) { w.done.Add(1); return answer(unit), nil })
		})
		err = c.Lead(ahead, func(ctx context.Context, l *fleet.Lead) error {
			for s := (saved{}); s.Step < 2; {
				results, err := l.Do(ctx, w.step(s), none, nil)
				if err != nil {
					return err
				}
				s = after(s, results)
			}
			return errors.New("dead")
		})
		Expect(err).To(MatchError("dead"))
		dead()
		all.Wait()
		Expect(w.done.Load()).To(BeEquivalentTo(2 * 6))
		w.run(1, member{lead: true})
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
		Expect(w.done.Load()).To(BeEquivalentTo(3 * 6))
	})

	It("says that the server is full, waits, and goes on once there is space", func() {
		w := newWorldOf(2, 4, store)
		w.fill()
		noted := make(chan struct{})
		var once sync.Once
		note := func(sentence string) {
			if strings.Contains(sentence, fleet.ErrFull.Error()) {
				once.Do(func() { close(noted) })
			}
		}
		var all sync.WaitGroup
		all.Go(func() {
			defer GinkgoRecover()
			Eventually(noted).WithTimeout(20 * time.Second).Should(BeClosed())
			w.stop()
			w.serving.Store = 0
			w.start()
		})
		w.run(1, member{lead: true, note: note})
		all.Wait()
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
	})

	It("ends with the reason where the server stays full", func() {
		w := newWorldOf(2, 4, store)
		w.fill()
		hasty := fastTiming
		hasty.Patience = time.Second
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		err := w.join(ctx, member{url: "nats://" + w.serving.Address, lead: true, timing: hasty})
		Expect(err).To(MatchError(fleet.ErrFull))
	})
})
