package wiretest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
)

// A mutator damages records, the same way in every run.
type mutator struct{ rand *rand.Rand }

func newMutator() mutator { return mutator{rand.New(rand.NewPCG(1, 1))} }

// bytes cuts, repeats or changes a stretch of the text.
func (m mutator) bytes(record []byte) []byte {
	from := m.rand.IntN(len(record))
	to := min(len(record), from+1+m.rand.IntN(8))
	switch m.rand.IntN(4) {
	case 0:
		return bytes.Clone(record[:from])
	case 1:
		return append(bytes.Clone(record[:from]), record[to:]...)
	case 2:
		return append(bytes.Clone(record[:to]), record[from:]...)
	}
	changed := bytes.Clone(record)
	changed[from] = byte(m.rand.IntN(256))
	return changed
}

// strange are the values that a mutation puts in the place of another.
var strange = []any{
	nil, true, false, 0, -1, 1.5, 9007199254740993, "", "null", "0", "x\u2028\u0000\"", []any{}, map[string]any{},
	[]any{nil}, []any{1, "a", []any{}}, map[string]any{"type": "text"}, map[string]any{"__proto__": []any{}},
}

// values puts a strange value in the place of one or two others, or takes a
// member away; the result is valid JSON.
func (m mutator) values(record []byte) []byte {
	var tree any
	if err := json.Unmarshal(record, &tree); err != nil {
		return record
	}
	for range 1 + m.rand.IntN(2) {
		tree = m.value(tree)
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return record
	}
	return text
}

func (m mutator) value(tree any) any {
	switch node := tree.(type) {
	case map[string]any:
		if key, ok := m.key(node); ok && m.rand.IntN(8) > 0 {
			if m.rand.IntN(8) == 0 {
				delete(node, key)
			} else {
				node[key] = m.value(node[key])
			}
			return node
		}
	case []any:
		if len(node) > 0 && m.rand.IntN(8) > 0 {
			i := m.rand.IntN(len(node))
			node[i] = m.value(node[i])
			return node
		}
	}
	return strange[m.rand.IntN(len(strange))]
}

// key picks a key without the help of the map's order.
func (m mutator) key(node map[string]any) (string, bool) {
	if len(node) == 0 {
		return "", false
	}
	keys := make([]string, 0, len(node))
	for key := range node {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys[m.rand.IntN(len(keys))], true
}
