// Package secret finds credentials in text by the rules of gitleaks: which kind,
// and where, and never what.
//
// Goals: the rules, thresholds and exceptions that a well-kept detector has; JSON
// inside of JSON is read through its escapes, and base64, hexadecimal and
// percent-encoded stretches are decoded; no rule is tried but near a word that it
// must contain, so that hundreds of megabytes can be read; memory is bounded by the
// longest chunk.
//
// The rules are gitleaks' own file, release 8.30.1, under its licence: both lie in
// the folder gitleaks. A newer release is taken by putting its file there. Rules
// about the names of files are left out, and comments that switch gitleaks off mean
// nothing here.
//
// Non-goals: names, addresses and other personal data, which have no shape;
// passwords that look like words; saying whether a credential works.
package secret
