package fleet_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/fleet"
)

// roleEnv says what a process of this binary does in place of the tests: "serve ADDRESS DIR", or "join URL".
const roleEnv = "QUOCK_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleEnv); role != "" {
		if err := play(strings.Fields(role)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// spread is the campaign of processes.
func spread() *world { return &world{steps: 12, units: 30, name: "c"} }

// play is the server, until its input ends, or a member, until the campaign ends. First it says what
// time it is.
func play(role []string) error {
	fmt.Println(time.Now().UTC().Format(time.DateTime))
	if role[0] == "serve" {
		s, err := fleet.Serve(&fleet.Serving{Address: role[1], Dir: role[2]})
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, os.Stdin)
		s.Close()
		return nil
	}
	timing := fastTiming
	timing.Patience = 5 * time.Minute // for a server that starts on a busy machine
	return spread().join(context.Background(), member{url: role[1], lead: true, timing: timing, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
		time.Sleep(10 * time.Millisecond) // so that others have a part in it
		return answer(unit), nil
	}})
}

// A played role is a process.
type played struct {
	cmd   *exec.Cmd
	input io.WriteCloser
	// says is what time it is there.
	says  time.Time
	ended chan error
}

// playing starts a program in a role.
func playing(ctx context.Context, program, role string, env ...string) *played {
	GinkgoHelper()
	p := &played{cmd: exec.CommandContext(ctx, program), ended: make(chan error, 1)}
	p.cmd.Env, p.cmd.Stderr = append(append(os.Environ(), env...), roleEnv+"="+role), GinkgoWriter
	var err error
	p.input, err = p.cmd.StdinPipe()
	Expect(err).NotTo(HaveOccurred())
	out, err := p.cmd.StdoutPipe()
	Expect(err).NotTo(HaveOccurred())
	Expect(p.cmd.Start()).To(Succeed())
	line := make([]byte, len(time.DateTime))
	_, err = io.ReadFull(out, line)
	Expect(err).NotTo(HaveOccurred(), role)
	p.says, err = time.Parse(time.DateTime, string(line))
	Expect(err).NotTo(HaveOccurred())
	go func() {
		_, _ = io.Copy(io.Discard, out)
		p.ended <- p.cmd.Wait()
	}()
	return p
}

// kill kills the process, and reports whether it lived.
func (p *played) kill() bool {
	_ = p.cmd.Process.Kill()
	return <-p.ended != nil
}

// answers waits until a server answers.
func answers(ctx context.Context, url string) {
	GinkgoHelper()
	Eventually(ctx, func() error {
		c, err := fleet.Dial(ctx, &fleet.Dialing{URL: url})
		if err == nil {
			c.Close()
		}
		return err
	}).Should(Succeed())
}

func nightly(why string) {
	GinkgoHelper()
	if os.Getenv("QUOCK_NIGHTLY") == "" {
		Skip("QUOCK_NIGHTLY is not set: " + why)
	}
}

var _ = Describe("A fleet of processes", func() {
	It("comes to the state of one process where workers and the server are killed at random moments", func(ctx SpecContext) {
		nightly("it kills processes for half a minute")
		program, err := os.Executable()
		Expect(err).NotTo(HaveOccurred())
		w := spread()
		w.serving.Address = freeAddress()
		url := "nats://" + w.serving.Address
		roles := []string{"serve " + w.serving.Address + " " + GinkgoT().TempDir(), "join " + url, "join " + url, "join " + url}
		var all []*played
		for i, role := range roles {
			if all = append(all, playing(ctx, program, role)); i == 0 {
				answers(ctx, url)
			}
		}
		rng := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 1))
		for range 20 {
			time.Sleep(time.Duration(100+rng.IntN(1500)) * time.Millisecond)
			i := rng.IntN(len(all))
			if !all[i].kill() {
				break // the campaign has ended
			}
			all[i] = playing(ctx, program, roles[i])
		}
		for _, p := range all[1:] {
			Eventually(ctx, p.ended).Should(Receive(BeNil()))
		}
		head, s := w.head()
		Expect(head.Ended).To(BeTrue())
		Expect(s).To(Equal(w.alone(nil)))
		Expect(all[0].input.Close()).To(Succeed())
		Eventually(ctx, all[0].ended).Should(Receive(BeNil()))
	}, SpecTimeout(10*time.Minute))
})
