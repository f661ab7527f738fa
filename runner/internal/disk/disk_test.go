package disk_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/disk"
)

func TestDisk(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "disk")
}

var _ = Describe("Writing a file", func() {
	var folder, path string

	BeforeEach(func() {
		folder = GinkgoT().TempDir()
		path = filepath.Join(folder, "a")
	})

	It("leaves the file and nothing beside it", func() {
		for _, o := range []disk.Options{{}, {Sync: true}, {Sync: true, New: true}} {
			Expect(os.RemoveAll(path)).To(Succeed())
			Expect(disk.Write(path, []byte("text"), o)).To(Succeed())
			Expect(os.ReadFile(path)).To(BeEquivalentTo("text"))
			Expect(os.ReadDir(folder)).To(HaveLen(1))
		}
		Expect(disk.SyncFolder(folder)).To(Succeed())
	})

	It("replaces what was there, unless it is to be new", func() {
		Expect(disk.Write(path, []byte("old"), disk.Options{})).To(Succeed())
		Expect(disk.Write(path, []byte("new"), disk.Options{New: true})).To(MatchError(fs.ErrExist))
		Expect(os.ReadFile(path)).To(BeEquivalentTo("old"))
		Expect(disk.Write(path, []byte("new"), disk.Options{})).To(Succeed())
		Expect(os.ReadFile(path)).To(BeEquivalentTo("new"))
		Expect(os.ReadDir(folder)).To(HaveLen(1), "nothing is left of the one that was refused")
	})

	It("names the file that it was to be, and not the temporary one", func() {
		err := disk.Write(filepath.Join(folder, "gone", "a"), nil, disk.Options{})
		Expect(err).To(MatchError(And(ContainSubstring("gone/a: no such file"), Not(ContainSubstring(disk.Temporary)))))
		Expect(disk.SyncFile(filepath.Join(folder, "gone"))).To(MatchError(fs.ErrNotExist))
	})

	It("can be tidied up after, which touches nothing else", func() {
		for _, name := range []string{disk.Temporary + "1", "kept", ".kept"} {
			Expect(os.WriteFile(filepath.Join(folder, name), nil, 0o600)).To(Succeed())
		}
		Expect(disk.Tidy(folder)).To(Succeed())
		left, err := os.ReadDir(folder)
		Expect(err).NotTo(HaveOccurred())
		Expect(left).To(HaveExactElements(HaveField("Name()", ".kept"), HaveField("Name()", "kept")))
		Expect(disk.Tidy(path)).To(MatchError(fs.ErrNotExist))
	})
})

var _ = Describe("A lock", func() {
	It("makes another one wait until it is let go", func() {
		folder := GinkgoT().TempDir()
		unlock, held, err := disk.Lock(folder)
		Expect(err).NotTo(HaveOccurred())
		Expect(held).To(BeTrue())
		got, done := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			second, _, _ := disk.Lock(folder)
			close(got)
			second()
		}()
		Consistently(got, "50ms").ShouldNot(BeClosed())
		unlock()
		Eventually(done, "10s").Should(BeClosed())
		Expect(os.ReadDir(folder)).To(BeEmpty(), "it leaves no file")
	})

	It("says which folder there is not", func() {
		_, _, err := disk.Lock("/no/such/folder")
		Expect(err).To(MatchError("folder /no/such/folder: no such file or directory"))
	})
})
