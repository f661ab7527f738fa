// Package anonym gives a stream neutral values: what it says goes, and what it
// is stays.
//
// Goals: nothing that a person or a program wrote is left, in any field, key,
// id or record that nobody understands; readers fail on the new stream as they
// did on the old one, because everything that they can stumble over is the same:
// order, lengths, scripts, widths of characters, escapes, cuts in the middle of
// a word, kinds of numbers, and which values are equal; the same stream gives the
// same bytes, without a key or a source of randomness.
//
// How it works: texts are cut into words, which are runs of letters and digits
// of any script, whatever escapes they are written with (see scanWords). A word
// becomes another one of the same shape by a dictionary that is built up in the
// order of first mention, character by character: what words have in common at
// their beginnings they have in common still, different words stay different,
// and none becomes a word of the original. Ids become s1, m1, c1, e1, also in
// texts. All else stays: punctuation, white space, escapes, structure. Fragments
// are put together before and cut at the same places afterwards.
//
// Non-goals: secrecy of what stays (how long words are, which are equal); what a
// secret looks like (package secret); making the stream smaller.
package anonym
