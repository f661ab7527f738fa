package site

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestSite(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "site")
}

var _ = Describe("The page in quock", func() {
	get := func(method, path string) *http.Response {
		GinkgoHelper()
		to := httptest.NewRecorder()
		Handler(fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}, "drop.js": {Data: []byte("1")}}).ServeHTTP(to, httptest.NewRequest(method, path, nil))
		return to.Result()
	}

	It("is served below a path of its own, where its files are, and nothing else is", func() {
		Expect(get("GET", "/quock/")).To(HaveHTTPBody("<!doctype html>"))
		Expect(get("GET", "/quock/drop.js")).To(HaveHTTPHeaderWithValue("Content-Type", HavePrefix("text/javascript")))
		Expect(get("GET", "/")).To(And(HaveHTTPStatus(http.StatusFound), HaveHTTPHeaderWithValue("Location", "/quock/")))
		Expect(get("GET", "/drop.js")).To(HaveHTTPStatus(http.StatusNotFound))
		Expect(get("GET", "/quock/../site.go")).NotTo(HaveHTTPStatus(http.StatusOK))
		Expect(get("POST", "/quock/")).To(HaveHTTPStatus(http.StatusMethodNotAllowed))
	})

	It("is not there where it was not built, and quock says how to get it", func() {
		_, err := whole(fstest.MapFS{"built/none.txt": {}})
		Expect(err).To(MatchError(ContainSubstring("make drop-page build")))
		files, err := whole(fstest.MapFS{"built/index.html": {}})
		Expect(err).NotTo(HaveOccurred())
		Expect(files.Open("index.html")).NotTo(BeNil())
	})
})
