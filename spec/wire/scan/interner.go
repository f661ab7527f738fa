package scan

import "strings"

// A Interner makes strings out of bytes that are about to be used again, with few
// allocations. The zero value is ready. What it gives stays as it is; of what
// was given before, it holds no more than about 16 KiB.
type Interner struct {
	words []string        // the words seen last, each at its hash
	texts strings.Builder // the block that texts are cut from
	bytes []byte          // the block that values are cut from
	plain []byte          // room for a text without its escapes
}

const (
	// blockSize is small, since one text that is kept keeps its whole block.
	blockSize = 4 << 10
	// wordSlots is a power of two; longestWord leaves room for a UUID or two.
	wordSlots   = 128
	longestWord = 80
)

// Word is the string of an id, a name or another text that comes again and may
// be kept for long: it stands by itself in memory, and is shared with those
// that were given lately.
func (k *Interner) Word(inside []byte, escapes bool) string {
	if len(inside) == 0 {
		return ""
	}
	if escapes {
		inside = k.unescaped(inside)
	}
	if len(inside) > longestWord {
		return string(inside)
	}
	slot := k.slot(wordHash(inside))
	if *slot != string(inside) {
		*slot = string(inside)
	}
	return *slot
}

// Share is what Word is, of a string, which may be part of a long text.
func (k *Interner) Share(text string) string {
	if len(text) == 0 {
		return ""
	}
	if len(text) > longestWord {
		return strings.Clone(text)
	}
	slot := k.slot(wordHash(text))
	if *slot != text {
		*slot = strings.Clone(text)
	}
	return *slot
}

// slot is where the word of a hash is, if it was given lately.
func (k *Interner) slot(hash uint64) *string {
	if k.words == nil {
		k.words = make([]string, wordSlots)
	}
	return &k.words[hash%wordSlots]
}

// wordHash mixes the length and both ends of a text that is not empty.
func wordHash[T string | []byte](b T) uint64 {
	const odd = 0x9e3779b97f4a7c15
	var mixed uint64
	if n := len(b); n >= 8 {
		mixed = load(b)*odd ^ load(b[n-8:])
	} else {
		for i := range min(n, 4) {
			mixed = mixed<<16 | uint64(b[i])<<8 | uint64(b[n-1-i])
		}
	}
	return (mixed ^ uint64(len(b))) * odd >> 32
}

// Text is the string of a text that is new each time. It shares a block of a few
// KiB with those given before and after it.
func (k *Interner) Text(inside []byte, escapes bool) string {
	if len(inside) == 0 {
		return ""
	}
	if escapes {
		inside = k.unescaped(inside)
	}
	if len(inside) > blockSize/4 {
		return string(inside)
	}
	if k.texts.Cap()-k.texts.Len() < len(inside) {
		k.texts.Reset()
		k.texts.Grow(blockSize)
	}
	from := k.texts.Len()
	k.texts.Write(inside)
	return k.texts.String()[from:]
}

// Bytes is a copy of a value's text, which shares a block as that of Text does.
func (k *Interner) Bytes(value []byte) []byte {
	if len(value) > blockSize/4 {
		return append([]byte(nil), value...)
	}
	if cap(k.bytes)-len(k.bytes) < len(value) {
		k.bytes = make([]byte, 0, blockSize)
	}
	from := len(k.bytes)
	k.bytes = append(k.bytes, value...)
	return k.bytes[from:len(k.bytes):len(k.bytes)]
}

// unescaped reads escapes; the result is valid until it is asked again.
func (k *Interner) unescaped(inside []byte) []byte {
	text := appendUnescaped(k.plain[:0], inside)
	if cap(text) <= blockSize {
		k.plain = text
	}
	return text
}
