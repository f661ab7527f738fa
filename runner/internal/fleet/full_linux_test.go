package fleet_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/fleet"
)

// small mounts a file system of a few bytes, which is gone after the spec.
func small(bytes string) (dir string) {
	GinkgoHelper()
	dir = GinkgoT().TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+bytes); err != nil {
		Skip("a small disk cannot be mounted here: " + err.Error())
	}
	DeferCleanup(func() { Expect(syscall.Unmount(dir, syscall.MNT_DETACH)).To(Succeed()) })
	return dir
}

// ballast fills a disk, until it is removed.
func ballast(dir string) (remove func()) {
	GinkgoHelper()
	path := filepath.Join(dir, "ballast")
	f, err := os.Create(path)
	Expect(err).NotTo(HaveOccurred())
	defer f.Close()
	for block := make([]byte, 1<<16); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			Expect(err).To(MatchError(syscall.ENOSPC))
			block = block[:len(block)/2]
		}
	}
	return func() { Expect(os.Remove(path)).To(Succeed()) }
}

var _ = Describe("A server whose disk is full", func() {
	It("says so, loses nothing, and goes on when there is space again", func() {
		disk := small("8m")
		noted := make(chan struct{})
		var filled, reported sync.Once
		w := begin(&world{steps: 4, units: 10, name: "c", serving: fleet.Serving{Dir: filepath.Join(disk, "server"), Note: func(sentence string) {
			if strings.Contains(sentence, "has no space left") {
				reported.Do(func() { close(noted) })
			}
		}}})
		inside, err := fleet.Dial(context.Background(), &fleet.Dialing{URL: w.server.URL(), Server: w.server})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(inside.Close)
		var all sync.WaitGroup
		w.run(2, member{lead: true, do: func(_ context.Context, _ int, unit []byte) ([]byte, error) {
			if step, _ := stepOf(unit); step == 1 {
				filled.Do(func() {
					remove := ballast(disk)
					all.Go(func() {
						defer GinkgoRecover()
						defer remove()
						Eventually(noted).WithTimeout(20 * time.Second).Should(BeClosed())
					})
				})
			}
			return answer(unit), nil
		}})
		all.Wait()
		Expect(noted).To(BeClosed())
		_, s := w.head()
		Expect(s).To(Equal(w.alone(nil)))
		Eventually(func() ([]string, error) { return inside.Campaigns(context.Background()) }).WithTimeout(20*time.Second).Should(ConsistOf("c"), "in the server's own process")
	})
})
