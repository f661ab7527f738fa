package perform

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/scenario"
	"github.com/quock-dev/quock/spec"
)

// Choosing is the version of what choices mean. It changes whenever the same
// choices would make another case.
const Choosing = 2

// maxChoices bounds the bytes of a token's choices.
const maxChoices = 1 << 20

// A Token is all that makes a case again.
type Token struct {
	// Dialect names dialect and variant.
	Dialect string
	Level   Level
	// Off are the faults that were performed away, Undone the edits that were
	// not made, as bits by number from damage.FirstID.
	Off     scenario.Set
	Undone  uint64
	Choices choice.Choices
}

// Token is the case's; false where its choices are not known or it was cut.
func (c *Case) Token() (Token, bool) {
	chosen, ok := c.Choices()
	t := Token{Dialect: c.Scenario.Features.Dialect, Level: c.Level, Off: c.Scenario.Off, Choices: chosen}
	t.Undone = numbers(c.drawn) &^ numbers(c.Edits)
	return t, ok && c.cut == scenario.None
}

// numbers are the numbers of edits as bits from damage.FirstID.
func numbers(edits damage.Edits) uint64 {
	var bits uint64
	for i := range edits {
		bits |= 1 << (edits[i].ID - damage.FirstID)
	}
	return bits
}

// Case makes the token's case. The features must be those of its dialect.
func (t *Token) Case(f spec.Features) *Case {
	c := Decode(f, t.Level, &t.Choices)
	if away := t.away(); len(away) > 0 {
		return c.Without(away...)
	}
	return c
}

// away are the numbers of the faults and edits that are left out.
func (t *Token) away() []int {
	var ids []int
	for n := range 64 {
		if t.Off.Has(1 << n) {
			ids = append(ids, n)
		}
		if t.Undone>>n&1 != 0 {
			ids = append(ids, damage.FirstID+n)
		}
	}
	return ids
}

// String is the token as one word: version, dialect, level, what is performed
// away, and the choices, packed, with a checksum.
func (t Token) String() string {
	return fmt.Sprintf("q%d/%s/%s/%x/%x/%s", Choosing, t.Dialect, t.Level, uint64(t.Off), t.Undone, base64.RawURLEncoding.EncodeToString(pack(&t.Choices)))
}

// ParseToken reads a token. One of another version, or that was cut short or
// changed, is an error that says so.
func ParseToken(text string) (Token, error) {
	var t Token
	parts := strings.Split(text, "/")
	switch {
	case len(parts) != 6 || !strings.HasPrefix(parts[0], "q"):
		return t, fmt.Errorf("perform: %.20q is no token of a case", text)
	case parts[0] != fmt.Sprintf("q%d", Choosing):
		return t, fmt.Errorf("perform: a token of version %s, not q%d: it makes another case here", parts[0], Choosing)
	}
	off, err := strconv.ParseUint(parts[3], 16, 64)
	if err == nil {
		t.Undone, err = strconv.ParseUint(parts[4], 16, 64)
	}
	if err != nil {
		return t, fmt.Errorf("perform: read token: %w", err)
	}
	t.Dialect, t.Off = parts[1], scenario.Set(off)
	if err := t.Level.UnmarshalText([]byte(parts[2])); err != nil {
		return t, fmt.Errorf("perform: read token: %w", err)
	}
	t.Choices, err = unpack(parts[5])
	return t, err
}

// pack writes the layers, each behind its length, and a checksum; then packed.
func pack(c *choice.Choices) []byte {
	var plain []byte
	for _, layer := range c {
		plain = binary.AppendUvarint(plain, uint64(len(layer)))
		plain = append(plain, layer...)
	}
	plain = binary.BigEndian.AppendUint32(plain, crc32.ChecksumIEEE(plain))
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is a valid one
	_, _ = w.Write(plain)                                // a buffer takes all
	_ = w.Close()
	return out.Bytes()
}

func unpack(text string) (choice.Choices, error) {
	var c choice.Choices
	packed, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return c, fmt.Errorf("perform: read token: %w", err)
	}
	rest := bytes.NewReader(packed)
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(rest), maxChoices))
	if err != nil || len(plain) < 4 || rest.Len() > 0 {
		return c, fmt.Errorf("perform: a token that was cut short or changed")
	}
	body, check := plain[:len(plain)-4], plain[len(plain)-4:]
	if crc32.ChecksumIEEE(body) != binary.BigEndian.Uint32(check) {
		return c, fmt.Errorf("perform: a token that was cut short or changed")
	}
	for i := range c {
		if len(body) == 0 {
			break // the token is older than the layer
		}
		n, size := binary.Uvarint(body)
		if size <= 0 || n > uint64(len(body)-size) {
			return c, fmt.Errorf("perform: a token whose layers do not fit")
		}
		c[i], body = body[size:size+int(n)], body[size+int(n):]
	}
	return c, nil
}

// sum is a number made of choices, to draw from what is not among them.
func sum(c *choice.Choices) uint64 {
	h := fnv.New64a()
	for i, layer := range c {
		_, _ = h.Write([]byte{byte(i)})
		_, _ = h.Write(layer)
	}
	return h.Sum64()
}
