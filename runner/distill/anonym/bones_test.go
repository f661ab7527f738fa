package anonym_test

import (
	"encoding/json"
	"maps"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

// bones is a transcript without its values: what is left of it must be the same.
// Every string becomes the number of its first mention, so that what is equal is
// seen to be; words that the transcript has for states stay.
func bones(s spec.Stream) string {
	GinkgoHelper()
	t := model.Run(s, spec.Policies{})
	for i := range t.Anomalies {
		t.Anomalies[i].Detail = ""
	}
	text, err := json.Marshal(t)
	Expect(err).NotTo(HaveOccurred())
	var v any
	Expect(json.Unmarshal(text, &v)).To(Succeed())
	b := boner{seen: map[string]int{}}
	out, err := json.Marshal(b.bare("", v))
	Expect(err).NotTo(HaveOccurred())
	return string(out)
}

type boner struct{ seen map[string]int }

// states are the members of a transcript whose values are words of the project.
var states = []string{"status", "outcome", "kind", "phase", "role", "at", "turn", "call", "limited", "is_error", "complete"}

// free are those that hold any JSON, which keeps its form.
var free = []string{"result", "metadata", "usage"}

func (b *boner) bare(key string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if slices.Contains(free, key) {
			return "object"
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = b.bare(k, v[k])
		}
		return v
	case []any:
		for i := range v {
			v[i] = b.bare(key, v[i])
		}
		return v
	case string:
		if slices.Contains(states, key) && key != "call" && v != "" {
			return v
		}
		return b.number(key, v)
	case float64:
		if slices.Contains(states, key) {
			return v
		}
		return min(v, 1)
	}
	return v
}

// number is the number of a text among those of its sort; arguments say whether
// they are JSON.
func (b *boner) number(key, v string) any {
	if v == "" {
		return v
	}
	if b.seen[key+"\x00"+v] == 0 {
		b.seen[key+"\x00"+v] = len(b.seen) + 1
	}
	if key == "args" {
		return []any{b.seen[key+"\x00"+v], json.Valid([]byte(v))}
	}
	return b.seen[key+"\x00"+v]
}
