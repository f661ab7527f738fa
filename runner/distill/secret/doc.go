// Package secret finds credentials in text by the rules of gitleaks: which kind,
// and where, and never what.
//
// Goals: the rules, thresholds and exceptions that a well-kept detector has, in
// the release that go.mod names; JSON inside of JSON is read through its escapes,
// and base64, hexadecimal and percent-encoded stretches are decoded; no rule is
// tried but near a word that it must contain, so that hundreds of megabytes can
// be read; memory is bounded by the longest chunk.
//
// Only gitleaks' rules and decoders are linked, not its detector: that one brings
// readers of archives, of git and of templates, looks for every rule's words in
// the whole text, and reports what it found. So its rules that go by the name of
// a file are left out, and comments that switch it off mean nothing here.
//
// Non-goals: names, addresses and other personal data, which have no shape;
// passwords that look like words; saying whether a credential works.
package secret
