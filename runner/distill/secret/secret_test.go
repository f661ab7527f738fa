package secret_test

import (
	"encoding/base64"
	stdhex "encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
)

var finder = func() *secret.Finder {
	f, err := secret.New()
	if err != nil {
		panic(err)
	}
	return f
}()

// shapeless are the kinds that gitleaks has no rule for, or none for each of
// their forms: a password in a URL, and what stands behind Bearer.
var shapeless = []string{"database", "bearer", "password"}

func shaped(n int, seed uint64) []fakes.Secret {
	return slices.DeleteFunc(fakes.Secrets(n, seed), func(s fakes.Secret) bool { return slices.Contains(shapeless, s.Kind) })
}

// finds reports whether something is found in a text where the secret stands.
func finds(text string, from, to int) bool {
	return slices.ContainsFunc(finder.Find([]byte(text)), func(h secret.Hit) bool { return h.Offset >= from && h.Offset < to })
}

func misses(list []fakes.Secret, write func(s fakes.Secret) string) (kinds []string) {
	for _, s := range list {
		before, after := strings.Repeat("Nothing to see here. ", 20), strings.Repeat(" Nor here.", 20)
		sentence := write(s)
		if !finds(before+sentence+after, len(before), len(before)+len(sentence)) && !slices.Contains(kinds, s.Kind) {
			kinds = append(kinds, s.Kind)
		}
	}
	return kinds
}

var _ = Describe("Finding secrets", func() {
	It("finds each kind in a sentence, where it stands", func() {
		Expect(misses(shaped(220, 1), func(s fakes.Secret) string { return s.Rendered })).To(BeEmpty())
	})

	It("finds them in JSON inside of JSON, since arguments and results are", func() {
		Expect(misses(shaped(110, 2), func(s fakes.Secret) string {
			inner, _ := json.Marshal(map[string]string{"note": s.Rendered})
			outer, _ := json.Marshal(map[string]string{"partial_json": string(inner)})
			return string(outer)
		})).To(BeEmpty())
	})

	It("finds them in base64 and in hexadecimal, since images and files are told so", func() {
		Expect(misses(shaped(110, 3), func(s fakes.Secret) string {
			return "data " + base64.StdEncoding.EncodeToString([]byte(s.Rendered+" ")) + " end"
		})).To(BeEmpty())
		Expect(misses(shaped(110, 4), func(s fakes.Secret) string {
			return "data " + stdhex.EncodeToString([]byte(s.Rendered+" ")) + " end"
		})).To(BeEmpty())
	})

	It("finds them percent-encoded, since addresses are", func() {
		Expect(misses(shaped(110, 5), func(s fakes.Secret) string {
			return "see https://host.example/?q=" + url.PathEscape(s.Rendered) + " end"
		})).To(BeEmpty())
		Expect(misses(shaped(110, 6), func(s fakes.Secret) string {
			return "see https://host.example/?q=" + url.QueryEscape(s.Rendered) + " end"
		})).To(BeEmpty())
	})

	It("finds none in what has none, so that nobody learns to pass over it", func() {
		for _, text := range []string{
			"", "{", "The token count was 123456 and the key insight is that access is open.",
			`{"usage":{"input_tokens":12345,"output_tokens":678},"session_id":"8f14e45f-ceea-467f-a8ad-4c2b1f0e9d3a"}`,
			strings.Repeat("lorem ipsum ", 1000),
		} {
			Expect(finder.Find([]byte(text))).To(BeEmpty(), text)
		}
	})

	It("names a general kind only where no particular one was found, so that each is told once", func() {
		s := fakes.Secrets(3, 7)[2]
		hits := finder.Find([]byte("api_key = \"" + s.Text + "\""))
		Expect(hits).To(HaveLen(1))
		Expect(hits[0].Kind).To(Equal("github-pat"))
	})

	It("gives line and column in a stream of lines, and finds each once in lines longer than a chunk", func() {
		s := fakes.Secrets(3, 8)[2]
		filler := strings.Repeat("word ", 250_000)
		lines := []string{"none", filler + s.Rendered + " " + filler + s.Rendered + " ", "a " + s.Text}
		var places []secret.Place
		for p := range finder.Scan(func(yield func(int, []byte) bool) {
			for i, line := range lines {
				if !yield(i+1, []byte(line)) {
					return
				}
			}
		}) {
			places = append(places, p)
		}
		at := strings.Index(lines[1], s.Text)
		Expect(places).To(Equal([]secret.Place{
			{Kind: "github-pat", Line: 2, Column: at + 1},
			{Kind: "github-pat", Line: 2, Column: strings.LastIndex(lines[1], s.Text) + 1},
			{Kind: "github-pat", Line: 3, Column: 3},
		}))
	})

	It("finds one that lies across the end of a chunk, whole and once", func() {
		s := fakes.Secrets(8, 9)[7]
		Expect(s.Kind).To(Equal("private-key"))
		for shift := 0; shift < 20_000; shift += 1500 {
			line := strings.Repeat("x ", 1<<19-shift) + strings.ReplaceAll(s.Text, "\n", `\n`) + strings.Repeat(" y", 1000)
			n := 0
			for p := range finder.Scan(func(yield func(int, []byte) bool) { yield(1, []byte(line)) }) {
				Expect(p.Column).To(Equal(strings.Index(line, "-----") + 1))
				n++
			}
			Expect(n).To(Equal(1), "%d", shift)
		}
	})
})
