package bulk

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quock-dev/quock/spec"
)

// lengthen makes the texts of a stretch as long as real ones, in as many pieces,
// and its results some hundred bytes, a few some thousand. What was equal stays
// equal, and what was the beginning of a text stays its beginning, so that
// whatever restates a text or a result still does.
func lengthen(events []spec.Event, rng *rand.Rand) []spec.Event {
	l := lengthener{words: rng.IntN(len(vocabulary)), salt: rng.Uint64(), rng: rng}
	for i := range events {
		l.event(events, i)
	}
	return l.out
}

// A lengthener works on one stretch.
type lengthener struct {
	words int
	salt  uint64
	rng   *rand.Rand
	out   []spec.Event
	added int // records
}

func (l *lengthener) event(events []spec.Event, i int) {
	e := events[i]
	e.Record += l.added
	switch {
	case e.Kind == spec.Text && !e.NoSession:
		e.Text = l.text(e.Text)
		if alone(events, i) && e.Metadata == nil && e.Usage == nil {
			l.pieces(e)
			return
		}
	case e.Kind == spec.CallDone || e.Kind == spec.CallProgress:
		e.Result = l.result(e.Result, e.Call)
	}
	e.Messages = l.snapshots(e.Messages)
	l.out = append(l.out, e)
}

// alone reports whether an event is all that its record says.
func alone(events []spec.Event, i int) bool {
	return (i == 0 || events[i-1].Record != events[i].Record) && (i+1 == len(events) || events[i+1].Record != events[i].Record)
}

// pieces writes a text in small pieces, a record each.
func (l *lengthener) pieces(e spec.Event) {
	id, text := e.ID, e.Text
	for n := 0; n == 0 || text != ""; n++ {
		size := l.size(text)
		e.Text, text = text[:size], text[size:]
		if n > 0 {
			e.Record++
			l.added++
			if id != "" {
				e.ID = id + "-" + strconv.Itoa(n)
			}
		}
		l.out = append(l.out, e)
	}
}

// size is the length of the next piece: a few characters, and none cut in two.
func (l *lengthener) size(text string) int {
	size := min(len(text), 2+l.rng.IntN(10))
	for size < len(text) && !utf8.RuneStart(text[size]) {
		size++
	}
	return size
}

// text writes a text in more words: each letter becomes a word, all else stays.
func (l *lengthener) text(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= 'a' && r <= 'z' {
			b.WriteString(vocabulary[l.words][r-'a'])
			b.WriteByte(' ')
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (l *lengthener) snapshots(all []spec.Snapshot) []spec.Snapshot {
	var made []spec.Snapshot
	for _, s := range all {
		parts := s.Parts
		s.Parts = nil
		for _, p := range parts {
			if s.Role == "assistant" && p.Kind != spec.CallPart {
				p.Text = l.text(p.Text)
			}
			p.Result = l.result(p.Result, p.Call)
			s.Parts = append(s.Parts, p)
		}
		made = append(made, s)
	}
	return made
}

// result adds lines to a result that is a text: to most some hundred bytes, to a
// few some thousand, to others none. It is the same for the same call. What is an object
// of JSON stays one: programs read it.
func (l *lengthener) result(result json.RawMessage, call string) json.RawMessage {
	var text string
	if call == "" || json.Unmarshal(result, &text) != nil || text == "" || text[0] == '{' && json.Valid([]byte(text)) {
		return result
	}
	seed := l.salt
	for _, b := range []byte(call) {
		seed = seed*31 + uint64(b)
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(text))))
	size := []int{0, 0, 120, 250, 500}[rng.IntN(5)]
	if rng.IntN(40) == 0 {
		size = 2000 + rng.IntN(4000)
	}
	for len(text) < size {
		text += "\n" + lines[rng.IntN(len(lines))]
	}
	made, _ := json.Marshal(text) // a string
	return made
}

// vocabulary are the words that letters become.
var vocabulary = [...][26]string{
	words("an be called does every for goes have is just known last more next over part quite read still that under value which extra yet zero"),
	words("all before count done event file given handler it job key list message name of path query result session token user version wait xml you zone"),
	words("also both code diff end first great here if joined keep later must now only patch quick reads sends then until very with xor your zip"),
}

func words(text string) (list [26]string) {
	copy(list[:], strings.Fields(text))
	return list
}

// lines are what results go on with.
var lines = []string{
	`src/server.go:41: func (s *Server) Handle(w http.ResponseWriter, r *http.Request) {`,
	`-rw-r--r-- 1 user user 2048 Mar  3 11:02 notes "final".txt`,
	"\tif err != nil {\n\t\treturn fmt.Errorf(\"load %q: %w\", name, err)\n\t}",
	`{"id": 17, "tags": ["a", "b"], "owner": null, "ok": true}`,
	`C:\work\build> done, 3 warnings`,
	`| größe | 12,5 € | naïve café |`,
	`第三章 概要を確認してください。`,
	`PASS: 14 of 14 ✅ (0.42s)`,
	`https://example.org/search?q=a%20b&lang=en#top`,
	`<li class="item">first &amp; second</li>`,
}
