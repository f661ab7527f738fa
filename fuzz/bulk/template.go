package bulk

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A template is a stretch as the bytes that the neutral dialect's encoder writes,
// with holes where suffixes stand. It is there for speed alone: the same bytes
// come of encoding the stretch anew.
type template struct {
	bytes []byte
	holes []hole
}

// A hole is a place, in order, where a suffix stands: the conversation's or the
// stretch's.
type hole struct {
	at   int
	talk bool
}

// The suffixes that a template is made with: characters that no text has.
const (
	ofStretch = "\ue000"
	ofTalk    = "\ue001"
)

// newTemplate makes the template of a stretch; nil in a dialect whose encoder
// remembers something or whose numbers go on.
func newTemplate(f *spec.Features, s *stretch) *template {
	if f.Dialect != "neutral" {
		return nil
	}
	n := namer{features: f, suffix: ofStretch, talk: ofTalk, root: s.root}
	encoder := neutral.New().NewEncoder("")
	var text []byte
	for _, e := range n.rename(nil, s.events, 0) {
		var err error
		if text, err = encoder.Encode(text, []spec.Event{e}); err != nil {
			return nil // encoding it says why, where it is put
		}
		text = append(text, '\n')
	}
	return cutAtHoles(text)
}

func cutAtHoles(text []byte) *template {
	t := &template{}
	for {
		at := bytes.Index(text, []byte(ofStretch[:2]))
		if at < 0 {
			t.bytes = append(t.bytes, text...)
			return t
		}
		t.bytes = append(t.bytes, text[:at]...)
		if last := text[at+2]; last == ofStretch[2] || last == ofTalk[2] {
			t.holes = append(t.holes, hole{len(t.bytes), last == ofTalk[2]})
		} else {
			t.bytes = append(t.bytes, text[at:at+3]...)
		}
		text = text[at+3:]
	}
}

// append writes the stretch under its names.
func (t *template) append(dst []byte, n *namer) []byte {
	from := 0
	for _, h := range t.holes {
		dst = append(dst, t.bytes[from:h.at]...)
		if h.talk {
			dst = append(dst, n.talk...)
		} else {
			dst = append(dst, n.suffix...)
		}
		from = h.at
	}
	return append(dst, t.bytes[from:]...)
}
