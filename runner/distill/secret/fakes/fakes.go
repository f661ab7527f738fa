// Package fakes makes up secrets and people for tests: texts that look like
// credentials and personal data, and are none.
//
// Goals: the same numbers give the same texts; every text is put together when it
// is asked for, so that no scanner finds one in this source; each credential has
// the form that its provider gives them.
//
// Non-goals: credentials that work; names of anybody.
package fakes

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Secret is a made-up credential.
type Secret struct {
	// Kind says in a word what it looks like: "aws".
	Kind string
	// Text is the credential, Rendered a sentence or setting with it in it.
	Text, Rendered string
}

const (
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
	hex    = digits + "abcdef"
	alnum  = upper + lower + digits
)

// A maker draws the characters of one secret.
type maker struct{ *rand.Rand }

func (m maker) of(set string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = set[m.IntN(len(set))]
	}
	return string(b)
}

// url64 ends with a letter or digit: where a word ends is what detectors ask.
func (m maker) url64(n int) string { return m.of(alnum+"-_", n-1) + m.of(alnum, 1) }

// kinds are made by one function each. The parts are kept apart here, so that
// none of this looks like what it makes.
var kinds = []struct {
	name string
	make func(m maker) (text, rendered string)
}{
	{"aws", func(m maker) (string, string) { return plain("AK"+"IA"+m.of(upper+"234567", 16), "aws key %s") }},
	{"aws-secret", func(m maker) (string, string) {
		return plain(m.of(alnum, 2)+m.of(alnum+"/+", 36)+m.of(alnum, 2), "aws_secret_access_key = \"%s\"")
	}},
	{"github", func(m maker) (string, string) { return plain("gh"+"p_"+m.of(alnum, 36), "token %s") }},
	{"github-fine", func(m maker) (string, string) {
		return plain("github"+"_pat_"+m.of(alnum, 22)+"_"+m.of(alnum, 59), "use %s")
	}},
	{"gitlab", func(m maker) (string, string) { return plain("glp"+"at-"+m.url64(20), "push with %s") }},
	{"slack", func(m maker) (string, string) {
		return plain("xo"+"xb-"+m.of(digits, 12)+"-"+m.of(digits, 12)+"-"+m.of(alnum, 24), "bot %s")
	}},
	{"stripe", func(m maker) (string, string) { return plain("sk"+"_live_"+m.of(alnum, 24), "pay with %s") }},
	{"private-key", privateKey},
	{"jwt", jwt},
	{"gcp", func(m maker) (string, string) { return plain("AI"+"za"+m.url64(35), "maps %s") }},
	{"azure", func(m maker) (string, string) {
		return plain(m.of(alnum, 3)+"8"+"Q~"+m.of(alnum+"_~.-", 31)+m.of(alnum, 3), "client_secret=\"%s\"")
	}},
	{"npm", func(m maker) (string, string) {
		return plain("np"+"m_"+m.of(lower+digits, 36), "//registry/:_authToken=%s")
	}},
	{"pypi", func(m maker) (string, string) { return plain("py"+"pi-AgEIcHlwaS5vcmc"+m.url64(60), "upload %s") }},
	{"twilio", func(m maker) (string, string) { return plain("S"+"K"+m.of(hex, 32), "twilio %s") }},
	{"sendgrid", func(m maker) (string, string) { return plain("S"+"G."+m.url64(22)+"."+m.url64(43), "mail %s") }},
	{"database", func(m maker) (string, string) {
		return plain("postgres"+"://"+m.of(lower, 8)+":"+m.of(alnum, 18)+"@db.internal."+m.of(lower, 9)+".net:5432/orders", "DATABASE_URL=%s")
	}},
	{"bearer", func(m maker) (string, string) { return plain(m.of(alnum+"-._~", 48), "Authorization: Bearer %s") }},
	{"anthropic", func(m maker) (string, string) { return plain("sk-"+"ant-api03-"+m.url64(93)+"AA", "model key %s") }},
	{"openai", func(m maker) (string, string) {
		return plain("sk-"+"proj-"+m.url64(74)+"T3Blbk"+"FJ"+m.url64(74), "OPENAI_API_KEY=%s")
	}},
	{"digitalocean", func(m maker) (string, string) { return plain("dop"+"_v1_"+m.of(hex, 64), "droplet %s") }},
	{"shopify", func(m maker) (string, string) { return plain("shp"+"at_"+m.of(hex, 32), "shop %s") }},
	{"password", func(m maker) (string, string) { return plain(m.of(alnum+"!#%&", 20), "password: \"%s\"") }},
}

func plain(text, format string) (string, string) { return text, fmt.Sprintf(format, text) }

func privateKey(m maker) (string, string) {
	var lines []string
	for range 12 {
		lines = append(lines, m.of(alnum+"+/", 64))
	}
	edge := func(what string) string { return "-----" + what + " RSA " + "PRIVATE" + " KEY-----" }
	return plain(edge("BEGIN")+"\n"+strings.Join(lines, "\n")+"\n"+edge("END"), "%s")
}

func jwt(m maker) (string, string) {
	part := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	head, body := `{"alg":"HS256","typ":"JWT"}`, fmt.Sprintf(`{"sub":"%s","name":"%s"}`, m.of(digits, 10), m.of(lower, 7))
	return plain(part(head)+"."+part(body)+"."+m.url64(43), "session %s")
}

// Kinds is how many kinds of secret there are.
func Kinds() int { return len(kinds) }

// Secrets makes up n secrets, of all kinds in turn, no two the same.
func Secrets(n int, seed uint64) []Secret {
	var list []Secret
	for i := range n {
		kind := kinds[i%len(kinds)]
		text, rendered := kind.make(maker{rand.New(rand.NewPCG(seed, uint64(i)))})
		list = append(list, Secret{kind.name, text, rendered})
	}
	return list
}

// A Person is nobody.
type Person struct{ First, Last, Mail, Path, Phone string }

var (
	beginnings = strings.Fields("Bran Cael Dor Eil Fenn Gwyn Hal Isol Jor Kest Lys Mir Nael Oth Perr Quill Ros Sev Tarn Ulf Vesp Wyll Xan Ysm Zeph")
	endings    = strings.Fields("adine ador aleth amund andra ellyn emond endric erith estine iander ibeth inda iselle omar ondra orwyn ulian ustav yannis")
	families   = strings.Fields("berghoff callowell dunmarrow eastlingen fairweathe grimsdotter hollingworth ingebrandt jarnefeltz kowalczuk lindqvister macallister novakovic okonkwoy pellegrini quintanilla rosenquister szczepaniak thorvaldsen underhillen vandermeulen whitlockson xenopoulos yamadabashi zimmerwalden")
)

// People makes up n people, no two of the same name.
func People(n int, seed uint64) []Person {
	var list []Person
	seen := map[string]bool{}
	for i := uint64(0); len(list) < n; i++ {
		m := maker{rand.New(rand.NewPCG(seed, i))}
		first := beginnings[m.IntN(len(beginnings))] + endings[m.IntN(len(endings))]
		last := families[m.IntN(len(families))]
		last = strings.ToUpper(last[:1]) + last[1:]
		if seen[first+last] {
			continue
		}
		seen[first+last] = true
		list = append(list, Person{
			First: first, Last: last,
			Mail:  strings.ToLower(first+"."+last) + "@" + m.of(lower, 9) + ".example",
			Path:  "/home/" + strings.ToLower(first) + "/" + m.of(lower, 8) + "/" + strings.ToLower(last) + ".xlsx",
			Phone: "+49 " + m.of(digits[1:], 3) + " " + m.of(digits[1:], 7),
		})
	}
	return list
}
