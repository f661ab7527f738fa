package probe

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// answers have what the two ways to read an answer could see differently: escapes,
// null for nothing, keys twice, unknown keys, other orders, spaces, raw values.
var answers = []string{
	`{"id":7,"final":{"outcome":"completed","sessions":[{"id":"s","parent":null,"status":"closed","turns":[{"status":"completed","usage":{"input":1,"output":2}}],"messages":[{"id":"m","turn":0,"role":"assistant","complete":true,"metadata":{"a":[1.50,null]},"parts":[{"kind":"call","call":0},{"kind":"text","text":"a\u00e9\n\ud83d\ude00"}],"calls":[{"id":"c","name":"n","args":"{\"a\":1}","status":"done","result":null,"is_error":false,"child":""}]}],"held":[],"orphans":[{"id":"o","result":{}}],"unattributed":["x",""]}],"active":[],"agents":[{"name":"a","session":"s","call":"c","parent":"p","status":"running","log":[{"id":"i","tool":"t"}]}],"quota":{"limited":true,"window":"w"},"history":[{"a":1},null],"anomalies":[{"kind":"replayed","session":"s","at":1,"detail":""}]}}`,
	`{ "final" : { "sessions" : [ ] , "outcome" : "open" } , "id" : 7.0 }`,
	`{"id":7,"observations":[{"outcome":"open"},null],"took":{"ms":1},"final":{"outcome":"open","outcome":"failed"}}`,
	`{"id":7,"rejected":{"at":2,"reason":"malformed"},"final":{}}`,
	`{"id":7,"output":{"events":[1,{"a":2}],"chunks":["a",{"base64":"/w=="}]}}`,
	`{"id":7,"error":"lone \ud800 half","final":{"Outcome":"open","quota":null}}`,
}

// FuzzFast holds the fast reading of an answer against that of the JSON library: where
// the first reads a line at all, both read the same, and the second finds nothing wrong.
func FuzzFast(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, line := range answers {
		f.Add([]byte(line))
		for range 200 { // cut, doubled, and with bytes of others inside
			from, to, other := random.IntN(len(line)), random.IntN(len(line)), answers[random.IntN(len(answers))]
			f.Add([]byte(line[:from] + line[to:]))
			f.Add([]byte(line[:from] + string(other[random.IntN(len(other))]) + line[from:]))
		}
	}
	f.Add([]byte(" " + answers[0]))
	f.Add([]byte("{\"id\":7,\"error\":\"\xff\"}"))
	f.Add([]byte(`{"id":7,"final":{"history":[` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `]}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, observes := range [][]string{nil, {PartOutcome, PartSessions, PartMessages, PartCalls}} {
			c := NewContract(&HelloReply{Observes: observes}, DefaultLimits())
			var fast, slow RunReply
			if !c.readFast(line, &fast) {
				continue
			}
			lacks, bad := c.parse(line, &slow, fast.ID, &slow.ID)
			if lacks != nil || bad != nil {
				t.Fatalf("read quickly, and wrong: %v, %v", lacks, bad)
			}
			read, empties := shown(&fast), c.fast.empties
			if fast.normal(); !empties && shown(&fast) != read {
				t.Fatalf("no empty values were seen in %s, and it is not in the normal form: %s", line, read)
			}
			slow.normal()
			if !reflect.DeepEqual(fast, slow) {
				t.Fatalf("read in two ways:\n%+v\n%+v", fast, slow)
			}
		}
	})
}

// shown is an answer's transcripts with what tells nil from empty.
func shown(r *RunReply) string {
	var final Transcript
	if r.Final != nil {
		final = *r.Final
	}
	return fmt.Sprintf("%#v %#v %#v", r.Observations, r.Reloaded, final)
}

// TestEveryKeyIsReadIntoItsField fills each field of an answer, and holds what is read
// of that against it: no key of a type is without a member, or has that of another.
func TestEveryKeyIsReadIntoItsField(t *testing.T) {
	var full, read RunReply
	fill(reflect.ValueOf(&full).Elem(), new(int))
	full.Output.Chunks = nil // a chunk reads itself
	line, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	if !NewContract(&HelloReply{}, DefaultLimits()).readFast(line, &read) {
		t.Fatalf("not read at all: %s", line)
	}
	if !reflect.DeepEqual(full, read) {
		t.Fatalf("%s is read as\n%+v", line, read)
	}
}

// fill gives each field that JSON has, and each element of a list of two, a value of its
// own. A bool is true.
func fill(v reflect.Value, n *int) {
	*n++
	switch kind := v.Kind(); {
	case v.Type() == reflect.TypeFor[json.RawMessage]():
		v.SetBytes(fmt.Appendf(nil, "[%d]", *n))
	case kind == reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case kind == reflect.Bool:
		v.SetBool(true)
	case kind == reflect.Int || kind == reflect.Int64:
		v.SetInt(int64(*n))
	case kind == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case kind == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case kind == reflect.Struct:
		for i := range v.NumField() {
			if keyOf(v.Type().Field(i)) != "" {
				fill(v.Field(i), n)
			}
		}
	}
}

func TestAUsualAnswerIsReadQuickly(t *testing.T) {
	c := NewContract(&HelloReply{Observes: []string{PartOutcome, PartSessions, PartTurns, PartMessages, PartCalls, PartAgents}}, DefaultLimits())
	var reply RunReply
	if !c.readFast([]byte(answers[0]), &reply) {
		t.Fatal("it took the long way")
	}
}
