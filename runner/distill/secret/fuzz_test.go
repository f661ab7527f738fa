package secret_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quock-dev/quock/runner/distill/secret"
	"github.com/quock-dev/quock/runner/distill/secret/fakes"
)

// FuzzFind looks for secrets in any text: hits are in order and in the text, and a
// secret behind it, as a text of JSON on a line of its own, is found as well.
func FuzzFind(f *testing.F) {
	for _, text := range []string{"", "\\", `{"a":"\u00`, "%4", "%41%ff", "QUtJQQ==", "\xff\xfe", "password: \"", "\\\\\\\\\"", "key = ", strings.Repeat("4142", 40)} {
		f.Add([]byte(text))
	}
	finder, err := secret.New()
	if err != nil {
		f.Fatal(err)
	}
	known := fakes.Secrets(3, 7)[2]
	f.Fuzz(func(t *testing.T, text []byte) {
		text = text[:min(len(text), 4096)]
		inOrder(t, text, finder.Find(text))
		shown, _ := json.Marshal(map[string]string{"before": string(text), "text": "\n" + known.Rendered + "\n"})
		hits := finder.Find(shown)
		inOrder(t, shown, hits)
		at := strings.LastIndex(string(shown), known.Text)
		for _, h := range hits {
			if h.Offset <= at && at-h.Offset < 200 {
				return
			}
		}
		t.Fatalf("not found at %d: %v\n%q", at, hits, shown)
	})
}

func inOrder(t *testing.T, text []byte, hits []secret.Hit) {
	t.Helper()
	for i, h := range hits {
		if h.Offset < 0 || h.Offset >= len(text) || i > 0 && h.Offset < hits[i-1].Offset || h.Kind == "" {
			t.Fatalf("%v of %d bytes: %q", hits, len(text), text)
		}
	}
}
