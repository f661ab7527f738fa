package fleet_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/fleet"
)

// Each fault must leave the state of one process that does it all.
var _ = Describe("A fleet in which something goes wrong", func() {
	It("loses nothing with a process that is killed, coordinator or not", func() {
		w := newWorld(4, 10)
		url := "nats://" + w.serving.Address
		var all sync.WaitGroup
		for n := range 3 { // one after another is killed in the middle of a unit
			ctx, kill := context.WithCancel(context.Background())
			all.Go(func() {
				_ = w.join(ctx, member{url: url, lead: true, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
					if step, i := stepOf(unit); step == n && i > 3 {
						kill()
						return nil, errors.New("killed")
					}
					return answer(unit), nil
				}})
			})
		}
		all.Wait()
		w.run(2, member{lead: true})
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
	})

	It("goes on when the server is killed and started again from its files", func() {
		w := newWorld(4, 10)
		var once sync.Once
		var all sync.WaitGroup
		w.run(2, member{lead: true, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
			if step, _ := stepOf(unit); step == 2 {
				once.Do(func() {
					all.Go(func() {
						defer GinkgoRecover()
						w.stop()
						time.Sleep(time.Second)
						w.start()
					})
				})
			}
			return answer(unit), nil
		}})
		all.Wait()
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
	})

	It("does not wait for a worker that never comes back with its unit", func() {
		w := newWorld(2, 8)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		held := make(chan struct{})
		var once sync.Once
		var all sync.WaitGroup
		all.Go(func() {
			_ = w.join(ctx, member{url: "nats://" + w.serving.Address, lead: true, do: func(ctx context.Context, _ int, unit []byte) ([]byte, error) {
				once.Do(func() { close(held) })
				<-ctx.Done() // and says all the time that it is at work
				return nil, ctx.Err()
			}})
		})
		<-held
		w.run(1, member{lead: true})
		cancel()
		all.Wait()
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
	})

	It("sets a unit aside on which each process dies, and says which", func() {
		w := newWorld(2, 6)
		deadly := func(step, n int) bool { return step == 1 && n == 4 }
		url := "nats://" + w.serving.Address
		for range 3 * fleet.Deaths {
			ctx, kill := context.WithTimeout(context.Background(), 20*time.Second)
			err := w.join(ctx, member{url: url, lead: true, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
				if deadly(stepOf(unit)) {
					kill()
					<-ctx.Done()
					return nil, ctx.Err()
				}
				return answer(unit), nil
			}})
			kill()
			if err == nil {
				break
			}
			time.Sleep(fastTiming.Alive) // until the server knows that it is gone
		}
		head, s := w.head()
		Expect(head.Ended).To(BeTrue())
		Expect(head.Tally.Aside).To(Equal(1))
		Expect(s).To(Equal(w.alone(deadly)))
	})

	It("keeps two campaigns of one server apart", func() {
		one := newWorld(3, 5)
		two := &world{serving: one.serving, steps: 2, units: 7, name: "other"}
		var all sync.WaitGroup
		all.Go(func() { defer GinkgoRecover(); two.run(1, member{lead: true}) })
		one.run(1, member{lead: true})
		all.Wait()
		_, s := one.head()
		Expect(s).To(Equal(one.alone(nil)))
		_, s = two.head()
		Expect(s).To(Equal(two.alone(nil)))
	})
})

var _ = Describe("A server", func() {
	It("lets nobody in without a token where others than this machine can reach it", func() {
		for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0"} {
			_, err := fleet.Serve(&fleet.Serving{Address: address, Dir: filepath.Join(GinkgoT().TempDir(), "s")})
			Expect(err).To(MatchError(fleet.ErrOpen), address)
		}
	})

	It("refuses who has another token, and says so", func() {
		s, err := fleet.Serve(&fleet.Serving{Address: freeAddress(), Dir: GinkgoT().TempDir(), Token: "right"})
		Expect(err).NotTo(HaveOccurred())
		defer s.Close()
		_, err = fleet.Dial(context.Background(), &fleet.Dialing{URL: s.URL(), Token: "wrong"})
		Expect(err).To(MatchError(ContainSubstring("Authorization Violation")))
		for _, d := range []*fleet.Dialing{{URL: s.URL(), Token: "right"}, {URL: s.URL(), Server: s}} {
			c, err := fleet.Dial(context.Background(), d)
			Expect(err).NotTo(HaveOccurred())
			c.Close()
		}
	})

	It("keeps its secrets out of what is said of it", func() {
		Expect(fleet.Bare("nats://secret@host:4222,user:pass@other:1")).To(Equal("nats://host:4222,other:1"))
	})
})
