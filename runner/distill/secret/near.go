package secret

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// A look says where a rule has to be tried when one of its words is met. Most
// rules are of one of two forms, for which few places are left.
type look struct {
	// begins: each match begins with one of the rule's words, so that it is
	// tried there and nowhere else; word says that it must be the beginning of a
	// word.
	begins *regexp.Regexp
	word   bool
	starts []string
	// setting: the word is part of the name of a setting, behind which a sign and
	// a value follow.
	setting bool
}

// settingForm is what gitleaks puts behind the name in all rules that are about
// settings (cmd/generate/config/utils: identifierSuffix and operator).
const settingForm = `(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|`

func lookOf(regex *regexp.Regexp, words []string) (look, error) {
	if strings.Contains(regex.String(), settingForm) {
		return look{setting: true}, nil
	}
	parsed, err := syntax.Parse(regex.String(), syntax.Perl)
	if err != nil {
		return look{}, err
	}
	var l look
	starts, word, ok := beginnings(parsed)
	for _, start := range starts {
		i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(start, w) })
		if i < 0 {
			return look{}, nil
		}
		l.starts = append(l.starts, words[i])
	}
	if !ok || len(starts) == 0 {
		return look{}, nil
	}
	l.word = word
	l.begins, err = regexp.Compile(`^(?:` + regex.String() + `)`)
	return l, err
}

// beginnings are the texts, in lower case, of which one begins each match; word
// says that no letter can stand before it; ok, that there are such.
func beginnings(r *syntax.Regexp) (starts []string, word, ok bool) {
	switch r.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(r.Rune))}, false, true
	case syntax.OpCapture:
		return beginnings(r.Sub[0])
	case syntax.OpConcat:
		return beginningsOfAll(r.Sub)
	case syntax.OpAlternate:
		for _, sub := range r.Sub {
			more, _, ok := beginnings(sub)
			if !ok {
				return nil, false, false
			}
			starts = append(starts, more...)
		}
		return starts, false, true
	}
	return nil, false, false
}

func beginningsOfAll(subs []*syntax.Regexp) (starts []string, word, ok bool) {
	for i, sub := range subs {
		switch {
		case sub.Op == syntax.OpWordBoundary:
			word = true
		case sub.Op == syntax.OpEmptyMatch:
		case sub.Op == syntax.OpLiteral && sub.Flags&syntax.FoldCase == 0 && i+1 < len(subs) && len(sub.Rune) < 3:
			return joinedWith(sub, subs[i+1:], word)
		default:
			starts, deeper, ok := beginnings(sub)
			return starts, word || deeper, ok
		}
	}
	return nil, false, false
}

// joinedWith puts a short text, which the parser took out of alternatives, before
// each of them again.
func joinedWith(head *syntax.Regexp, rest []*syntax.Regexp, word bool) ([]string, bool, bool) {
	text := strings.ToLower(string(head.Rune))
	if class := rest[0]; class.Op == syntax.OpCharClass && len(class.Rune) <= 12 {
		return classed(text, class), word, true
	}
	more, _, ok := beginningsOfAll(rest)
	if !ok {
		return []string{text}, word, true
	}
	for i := range more {
		more[i] = text + more[i]
	}
	return more, word, true
}

// classed is a text with each character of a small class behind it.
func classed(text string, class *syntax.Regexp) []string {
	var all []string
	for i := 0; i+1 < len(class.Rune); i += 2 {
		for r := class.Rune[i]; r <= class.Rune[i+1]; r++ {
			if all = append(all, strings.ToLower(text+string(r))); len(all) > 64 {
				return []string{text}
			}
		}
	}
	return all
}

const (
	// longestName is more than may stand between a word and the sign.
	longestName = 48
	// shortestValue is less than any value of a setting that is a secret.
	shortestValue = 8
	// aroundSetting is more than a setting has before its word, and behind.
	beforeSetting, behindSetting = 64, 400
)

// setTo reports whether behind a name, which goes on at the beginning of a text,
// a sign and a value can follow: what every rule about settings asks.
func setTo(text string) bool {
	i := skip(text, 0, longestName, isName)
	i = skip(text, i, 3, isSpaceOrQuote)
	n := skip(text, i, 4, func(b byte) bool { return strings.IndexByte("=>:|?,", b) >= 0 })
	if n == i {
		return false
	}
	n = skip(text, n, 5, func(b byte) bool { return isSpaceOrQuote(b) || b == '`' || b == '=' })
	return skip(text, n, shortestValue, func(b byte) bool { return b > ' ' && b != '"' && b != ',' })-n >= shortestValue
}

func skip(text string, from, most int, is func(b byte) bool) int {
	to := from
	for to < len(text) && to-from < most && is(text[to]) {
		to++
	}
	return to
}

func isName(b byte) bool { return isWord(b) || b == ' ' || b == '\t' || b == '.' || b == '-' }

func isSpaceOrQuote(b byte) bool {
	return b == ' ' || '\t' <= b && b <= '\r' || b == '"' || b == '\''
}
