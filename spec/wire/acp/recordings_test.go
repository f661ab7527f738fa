package acp_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/acp"
	"github.com/quock-dev/quock/spec/wire/dialects"
)

// folder holds the recordings of a laboratory, beside the repository.
var folder = filepath.Join("..", "..", "..", "..", "shared", "recordings", "acp")

// recordings are the files of the folder.
func recordings() []string {
	GinkgoHelper()
	all, err := filepath.Glob(filepath.Join(folder, "*.*l*"))
	Expect(err).NotTo(HaveOccurred())
	if len(all) == 0 {
		Skip("no recordings beside the repository")
	}
	slices.Sort(all)
	return all
}

// content is a recording, and the variant that it is of.
func content(file string) (text []byte, variant string) {
	GinkgoHelper()
	text, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	if strings.Contains(file, "-v2-") {
		return text, acp.V2
	}
	return text, acp.V1
}

// kept are the lines of a marked recording that keep says to keep, without their marks.
func kept(text []byte, keep func(dir string) bool) []byte {
	GinkgoHelper()
	var out []byte
	for line := range bytes.Lines(text) {
		var marked struct {
			Dir string
			Msg json.RawMessage
		}
		Expect(json.Unmarshal(line, &marked)).To(Succeed())
		if marked.Msg != nil && keep(marked.Dir) {
			out = append(append(out, marked.Msg...), '\n')
		}
	}
	return out
}

// What a reader must find in each is in the manifest of the recordings; what
// testdata/recordings.txt says was compared with it line by line.
var _ = Describe("The recordings of agents", func() {
	It("mean what their manifest says", func() {
		var all strings.Builder
		for _, file := range recordings() {
			text, variant := content(file)
			all.WriteString("== " + filepath.Base(file) + "\n" + rendered(read(variant, bytes.NewReader(text))))
		}
		want, err := os.ReadFile(filepath.Join("testdata", "recordings.txt"))
		Expect(err).NotTo(HaveOccurred())
		Expect(all.String()).To(Equal(string(want)))
	})

	It("break the sentences of their format only as it is known of them", func() {
		for _, file := range recordings() {
			text, variant := content(file)
			details := ""
			for batch, err := range wire.Decode(acp.New(), variant, bytes.NewReader(text), wire.Limits{}) {
				Expect(err).NotTo(HaveOccurred())
				for _, v := range batch.Violations() {
					details += v.Detail
				}
			}
			if strings.HasPrefix(filepath.Base(file), "gemini-v1-load") {
				Expect(details).To(Equal("a replay goes on behind the response to session/load"))
				continue
			}
			Expect(details).To(BeEmpty(), file)
		}
	})

	It("are recognised, with their version", func() {
		for _, file := range recordings() {
			text, want := content(file)
			c, variant, reasons := dialects.DetectText(text)
			Expect(c).NotTo(BeNil(), "%s: %s", file, reasons)
			Expect(c.Name()+":"+variant).To(Equal("acp:"+want), file)
		}
	})

	// Both sides number their requests from 0: without marks the method, and the form of
	// a result, say whose they are.
	It("mean the same without marks of their directions", func() {
		for _, file := range recordings() {
			if text, variant := content(file); bytes.HasPrefix(text, []byte(`{"dir"`)) {
				bare := kept(text, func(string) bool { return true })
				Expect(rendered(read(variant, bytes.NewReader(bare)))).To(Equal(rendered(read(variant, bytes.NewReader(text)))), file)
			}
		}
	})

	It("have the same calls and texts where only the agent's lines are left, and no user", func() {
		for _, file := range recordings() {
			text, variant := content(file)
			if !bytes.HasPrefix(text, []byte(`{"dir"`)) || variant == acp.V2 || strings.Contains(file, "gemini-") {
				continue // without ids only the prompts tell messages apart; in v2 they are the agent's lines
			}
			whole, lines := read(variant, bytes.NewReader(text)), read(variant, bytes.NewReader(kept(text, func(dir string) bool { return dir == "a2c" })))
			Expect(spoken(&lines)).To(ConsistOf(spoken(&whole)), file)
		}
	})
})

// spoken are the texts and calls of the sessions in which an agent spoke.
func spoken(t *spec.Transcript) []string {
	var all []string
	for i := range t.Sessions {
		for j := range t.Sessions[i].Messages {
			m := &t.Sessions[i].Messages[j]
			if m.Role == "user" {
				continue
			}
			for k := range m.Parts {
				if p := &m.Parts[k]; p.Kind == spec.CallPart {
					all = append(all, m.Calls[*p.Call].ID+m.Calls[*p.Call].Args)
				} else {
					all = append(all, p.Text)
				}
			}
		}
	}
	return all
}
