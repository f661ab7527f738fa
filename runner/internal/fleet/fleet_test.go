package fleet_test

import (
	"context"
	"errors"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/fleet"
)

var _ = Describe("A fleet", func() {
	It("comes to the state of one process, with one worker and with five", func() {
		for _, n := range []int{1, 5} {
			w := newWorld(4, 12)
			w.run(n, member{lead: true})
			head, s := w.head()
			Expect(head.Ended).To(BeTrue())
			Expect(s).To(Equal(w.alone(nil)))
			Expect(head.Tally.Units).To(Equal(4 * 12))
		}
	})

	// So a limit of time is one of the campaign, and not of each coordinator.
	It("tells who takes over how long others coordinated before", func(ctx SpecContext) {
		w := newWorld(1, 1)
		began := time.Now()
		var last time.Duration
		for n := range 3 {
			conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: "nats://" + w.serving.Address, Timing: fastTiming})
			Expect(err).NotTo(HaveOccurred())
			c, _, err := conn.Begin(ctx, w.name, []byte("terms"))
			Expect(err).NotTo(HaveOccurred())
			err = c.Lead(ctx, func(ctx context.Context, l *fleet.Lead) error {
				if n == 0 {
					Expect(l.Spent()).To(BeZero())
				} else {
					Expect(l.Spent()).To(BeNumerically(">", last))
				}
				last = l.Spent()
				time.Sleep(fastTiming.Alive) // longer than it takes to renew the lease
				return errors.New("it dies")
			})
			Expect(err).To(MatchError("it dies"))
			conn.Close()
		}
		Expect(last).To(BeNumerically("<", time.Since(began)))
	}, SpecTimeout(time.Minute))

	It("says of each process how many units it is at", func(ctx SpecContext) {
		w := newWorld(1, 2)
		seen := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			defer GinkgoRecover()
			defer close(seen)
			conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: "nats://" + w.serving.Address, Timing: fastTiming})
			Expect(err).NotTo(HaveOccurred())
			defer conn.Close()
			var c *fleet.Campaign
			Eventually(ctx, func() error { c, err = conn.Join(ctx, w.name); return err }).Should(Succeed())
			Eventually(ctx, c.Present).WithArguments(ctx).Should(ContainElement(And(HaveField("Open", 1), HaveField("Longest", BeNumerically(">", 0)))))
		})
		w.run(1, member{lead: true, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
			<-seen
			return answer(unit), nil
		}})
		all.Wait()
	}, SpecTimeout(time.Minute))
})
