package secret

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	ahocorasick "github.com/BobuSumisu/aho-corasick"
	"github.com/rs/zerolog"
	"github.com/spf13/viper"
	"github.com/zricethezav/gitleaks/v8/config"
	"github.com/zricethezav/gitleaks/v8/logging"
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

// A rule is a kind of secret, and how far around its words it is looked for.
type rule struct {
	config.Rule
	look
	before, behind int
}

// A Finder finds secrets. It is never changed, and may be used by several at once.
type Finder struct {
	rules   []rule
	words   *ahocorasick.Trie
	of      map[string][]int // rules by their words
	always  []int            // those without words
	allowed []*config.Allowlist
}

var quiet sync.Once

// New reads the rules, which takes some milliseconds. An error says what is wrong
// with them.
func New() (*Finder, error) {
	quiet.Do(func() { logging.Logger = zerolog.Nop() }) // it would print what it decodes
	v := viper.New()
	v.SetConfigType("toml")
	var list config.ViperConfig
	if err := v.ReadConfig(strings.NewReader(config.DefaultConfig)); err != nil {
		return nil, fmt.Errorf("secret: read the rules of gitleaks: %w", err)
	}
	if err := v.Unmarshal(&list); err != nil {
		return nil, fmt.Errorf("secret: read the rules of gitleaks: %w", err)
	}
	c, err := list.Translate()
	if err != nil {
		return nil, fmt.Errorf("secret: compile the rules of gitleaks: %w", err)
	}
	f := &Finder{of: map[string][]int{}, allowed: c.Allowlists}
	for _, r := range c.GetOrderedRules() {
		if err := f.add(r); err != nil {
			return nil, err
		}
	}
	f.index()
	return f, nil
}

// add takes a rule, unless it is about files.
func (f *Finder) add(r config.Rule) error {
	if r.Regex == nil || r.Path != nil || r.SkipReport {
		return nil
	}
	far, err := reach(r.Regex)
	if err != nil {
		return fmt.Errorf("secret: the rule %s: %w", r.RuleID, err)
	}
	where, err := lookOf(r.Regex, r.Keywords)
	if err != nil {
		return fmt.Errorf("secret: the rule %s: %w", r.RuleID, err)
	}
	one := rule{r, where, min(far, farBefore), min(far, farBehind)}
	switch {
	case where.setting:
		one.before, one.behind = beforeSetting, behindSetting
	case strings.HasPrefix(r.RuleID, "private-key"):
		one.behind = keyBehind
	}
	f.rules = append(f.rules, one)
	return nil
}

func (f *Finder) index() {
	var words []string
	for i, r := range f.rules {
		for _, word := range r.Keywords {
			if f.of[word] == nil {
				words = append(words, word)
			}
			f.of[word] = append(f.of[word], i)
		}
		if len(r.Keywords) == 0 {
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
	if r.Entropy != 0 && entropy(secret) <= r.Entropy {
		return false
	}
	return !allowed(f.allowed, secret, match, line) && !allowed(r.Allowlists, secret, match, line)
}

// secretIn is the part of a match that is the secret: the rule's group, or the
// first that is not empty, or all.
func (r *rule) secretIn(match string) string {
	groups := r.Regex.FindStringSubmatch(match)
	if r.SecretGroup > 0 && r.SecretGroup < len(groups) {
		return groups[r.SecretGroup]
	}
	for _, group := range groups[min(1, len(groups)):] {
		if group != "" {
			return group
		}
	}
	return match
}

// allowed reports whether a list makes an exception: where it asks for all of its
// conditions, those that are not about files.
func allowed(lists []*config.Allowlist, secret, match, line string) bool {
	for _, a := range lists {
		target := secret
		switch a.RegexTarget {
		case "match":
			target = match
		case "line":
			target = line
		}
		known := a.RegexAllowed(target)
		stopped, _ := a.ContainsStopWord(secret)
		if a.MatchCondition != config.AllowlistMatchAnd {
			if known || stopped {
				return true
			}
			continue
		}
		if len(a.Paths)+len(a.Commits) == 0 && (known || len(a.Regexes) == 0) && (stopped || len(a.StopWords) == 0) {
			return true
		}
	}
	return false
}
