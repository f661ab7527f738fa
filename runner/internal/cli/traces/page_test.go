package traces

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing/fstest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/cli/console"
)

var _ = Describe("quock page", func() {
	It("serves the page on loopback until it is interrupted, and says that a port is taken", func() {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		from, to := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- commands{console.Console{Out: to}}.serve(ctx, fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}, 0)
		}()
		line := make([]byte, 100)
		n, err := from.Read(line)
		Expect(err).NotTo(HaveOccurred())
		url := strings.TrimSpace(string(line[:n]))
		Expect(url).To(MatchRegexp(`^http://127\.0\.0\.1:(\d+)/quock/$`))
		answer, err := http.Get(url)
		Expect(err).NotTo(HaveOccurred())
		defer answer.Body.Close()
		Expect(answer).To(HaveHTTPBody("<!doctype html>"))
		port := 0
		for _, digit := range strings.Split(strings.Split(url, "/")[2], ":")[1] {
			port = 10*port + int(digit-'0')
		}
		Expect(commands{console.Console{Out: &bytes.Buffer{}}}.serve(ctx, fstest.MapFS{}, port)).To(MatchError(ContainSubstring("--port 0")))
		stop()
		Eventually(ended).Should(Receive(BeNil()))
	})
})
