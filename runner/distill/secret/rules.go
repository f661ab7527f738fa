package secret

import (
	_ "embed"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	ahocorasick "github.com/BobuSumisu/aho-corasick"
	"github.com/pelletier/go-toml/v2"
)

const (
	// farBefore and farBehind are how far from its word a match of a rule without
	// a longest match is looked for; the one for private keys is as long as those
	// are.
	farBefore = 256
	farBehind = 2048
	keyBehind = 16 << 10
	overlap   = keyBehind + farBefore
)

//go:embed gitleaks/gitleaks.toml
var gitleaks string

// A ruleFile is what is used of gitleaks' configuration file.
type ruleFile struct {
	Allowlist allowlist
	Rules     []struct {
		ID          string
		Regex, Path string
		SecretGroup int
		Entropy     float64
		Keywords    []string
		Allowlists  []allowlist
	}
}

// A rule is a kind of secret, and how far around its words it is looked for.
type rule struct {
	id       string
	regex    *regexp.Regexp
	group    int
	entropy  float64
	keywords []string
	allowed  []*exception
	look
	before, behind int
}

// A Finder finds secrets. It is never changed, and may be used by several at once.
type Finder struct {
	rules   []rule
	words   *ahocorasick.Trie
	of      map[string][]int // rules by their words
	always  []int            // those without words
	allowed []*exception
}

// New reads the rules, which takes some milliseconds. An error says what is wrong
// with them.
func New() (*Finder, error) {
	var list ruleFile
	if err := toml.Unmarshal([]byte(gitleaks), &list); err != nil {
		return nil, fmt.Errorf("secret: read the rules of gitleaks: %w", err)
	}
	global, err := exceptions([]allowlist{list.Allowlist})
	if err != nil {
		return nil, fmt.Errorf("secret: the global exceptions: %w", err)
	}
	f := &Finder{of: map[string][]int{}, allowed: global}
	for _, r := range list.Rules {
		if r.Regex == "" || r.Path != "" {
			continue // a rule about files
		}
		one := rule{id: r.ID, group: r.SecretGroup, entropy: r.Entropy}
		for _, word := range r.Keywords {
			one.keywords = append(one.keywords, strings.ToLower(word))
		}
		if err := one.compile(r.Regex, r.Allowlists); err != nil {
			return nil, fmt.Errorf("secret: the rule %s: %w", r.ID, err)
		}
		f.rules = append(f.rules, one)
	}
	f.index()
	return f, nil
}

// compile reads the rule's expression and exceptions, and finds out how far around
// its words a match may lie.
func (r *rule) compile(regex string, lists []allowlist) (err error) {
	if r.regex, err = regexp.Compile(regex); err != nil {
		return err
	}
	if r.allowed, err = exceptions(lists); err != nil {
		return err
	}
	if r.look, err = lookOf(r.regex, r.keywords); err != nil {
		return err
	}
	far, err := reach(r.regex)
	if err != nil {
		return err
	}
	r.before, r.behind = min(far, farBefore), min(far, farBehind)
	switch {
	case r.setting:
		r.before, r.behind = beforeSetting, behindSetting
	case strings.HasPrefix(r.id, "private-key"):
		r.behind = keyBehind
	}
	return nil
}

func (f *Finder) index() {
	var words []string
	for i, r := range f.rules {
		for _, word := range r.keywords {
			if f.of[word] == nil {
				words = append(words, word)
			}
			f.of[word] = append(f.of[word], i)
		}
		if len(r.keywords) == 0 {
			f.always = append(f.always, i)
		}
	}
	slices.Sort(words)
	f.words = ahocorasick.NewTrieBuilder().AddStrings(words).Build()
}

// reach is the length in bytes of the longest match, far more than enough where
// there is none.
func reach(r *regexp.Regexp) (int, error) {
	parsed, err := syntax.Parse(r.String(), syntax.Perl)
	if err != nil {
		return 0, err
	}
	return longest(parsed), nil
}

func longest(r *syntax.Regexp) int {
	sum := 0
	switch r.Op {
	case syntax.OpLiteral:
		return 4 * len(r.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpStar, syntax.OpPlus:
		return keyBehind
	case syntax.OpRepeat:
		if r.Max < 0 {
			return keyBehind
		}
		return min(r.Max*longest(r.Sub[0]), keyBehind)
	case syntax.OpAlternate:
		for _, sub := range r.Sub {
			sum = max(sum, longest(sub))
		}
		return sum
	}
	for _, sub := range r.Sub {
		sum += longest(sub)
	}
	return min(sum, keyBehind)
}

// passes reports whether a match is random enough and no exception.
func (f *Finder) passes(r *rule, match, line string) bool {
	secret := r.secretIn(match)
	if r.entropy != 0 && entropy(secret) <= r.entropy {
		return false
	}
	return !anyAllows(f.allowed, secret, match, line) && !anyAllows(r.allowed, secret, match, line)
}

// secretIn is the part of a match that is the secret: the rule's group, or the
// first that is not empty, or all.
func (r *rule) secretIn(match string) string {
	groups := r.regex.FindStringSubmatch(match)
	if r.group > 0 && r.group < len(groups) {
		return groups[r.group]
	}
	for _, group := range groups[min(1, len(groups)):] {
		if group != "" {
			return group
		}
	}
	return match
}
