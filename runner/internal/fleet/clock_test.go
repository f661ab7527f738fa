package fleet_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// clockEnv shifts the clock of a process that shifted built, by so many seconds.
const clockEnv = "QUOCK_TEST_CLOCK"

// shifted builds this package's tests with a clock that can be shifted: the standard library's time.Now, changed
// in an overlay. What a process measures by itself stays right, as on a machine whose clock is wrong.
func shifted() (program string) {
	GinkgoHelper()
	dir := GinkgoT().TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	Expect(err).NotTo(HaveOccurred())
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	text, err := os.ReadFile(source)
	Expect(err).NotTo(HaveOccurred())
	const reads = "sec, nsec, mono := runtimeNow()\n\tif mono == 0 {"
	Expect(strings.Count(string(text), reads)).To(Equal(1), "package time is another one")
	changed := strings.Replace(string(text), reads, strings.Replace(reads, "\n", "\n\tsec += shift\n", 1), 1) + `
// shift is in seconds.
var shift = func() (n int64) {
	text, _ := syscall.Getenv("` + clockEnv + `")
	for i := range len(text) {
		if text[i] != '-' {
			n = 10*n + int64(text[i]-'0')
		}
	}
	if len(text) > 0 && text[0] == '-' {
		n = -n
	}
	return n
}()
`
	changed = strings.Replace(changed, "import (", "import (\n\t\"syscall\"", 1)
	at := filepath.Join(dir, "time.go")
	Expect(os.WriteFile(at, []byte(changed), 0o600)).To(Succeed())
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {source: at}})
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(at+".json", overlay, 0o600)).To(Succeed())
	program = filepath.Join(dir, "fleet.test")
	out, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", at+".json", "-o", program, ".").CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(out))
	return program
}

var _ = Describe("A fleet whose clocks differ", func() {
	It("comes to the state of one process, with a server and workers that are an hour off", func(ctx SpecContext) {
		nightly("it builds the standard library and the server anew")
		program := shifted()
		begin := func(off, role string) *played {
			by, err := time.ParseDuration(off + "s")
			Expect(err).NotTo(HaveOccurred())
			p := playing(ctx, program, role, clockEnv+"="+off)
			Expect(p.says).To(BeTemporally("~", time.Now().Add(by), 10*time.Minute), "its clock is shifted")
			return p
		}
		for _, off := range [][3]string{{"3600", "0", "-3600"}, {"-3600", "3600", "0"}, {"0", "-3600", "3600"}} {
			w := spread()
			w.serving.Address = freeAddress()
			url := "nats://" + w.serving.Address
			server := begin(off[0], "serve "+w.serving.Address+" "+GinkgoT().TempDir())
			answers(ctx, url)
			for _, p := range []*played{begin(off[1], "join "+url), begin(off[2], "join "+url)} {
				Eventually(ctx, p.ended).Should(Receive(BeNil()))
			}
			head, s := w.head()
			Expect(head.Ended).To(BeTrue())
			Expect(s).To(Equal(w.alone(nil)))
			Expect(server.input.Close()).To(Succeed())
			Eventually(ctx, server.ended).Should(Receive(BeNil()))
		}
	}, SpecTimeout(40*time.Minute))
})
