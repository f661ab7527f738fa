// Package anonym gives a stream neutral values: what it says goes, and what it
// is stays.
//
// Goals: nothing that a person or a program wrote is left, in any field, key,
// id or record that nobody understands; readers fail on the new stream as they
// did on the old one, because everything that they can stumble over is the same:
// order, numbers of characters, scripts and widths of letters, cuts in the middle of
// a word or escape, kinds of numbers, and which values are equal; the same stream gives the
// same bytes, without a key or a source of randomness.
//
// How it works: a value is a text, a key or string of JSON, the digits of a number,
// or what stops being JSON (see values); JSON in a string is read as such. All between
// values is structure, and stays. A value is cut into words, which are runs of letters,
// digits and marks of any script. A word becomes another one of the same shape by a
// dictionary that is built up in the order of first mention, character by character:
// what words have in common at their beginnings they have in common still, different
// words stay different, and none becomes a word of the original. Every other character
// becomes the one of its sort: a full stop, a blank, or a face for pictures; of values
// that would become equal the second one gets another character (see symbols). Ids
// become s1, m1, c1, e1, also in texts. Fragments are put together before and cut at the
// same places afterwards.
//
// Who sees the new stream can tell: how many characters a value has, and where in it
// words, pictures and white space are; of letters and digits their script, category and
// case, which of a word are equal, and which are written as escapes; which values and
// words are equal; the shape of JSON with its literals, the kinds, signs, zeros and
// exponents of numbers, and the limits of whole numbers; lengths of fragments; what the
// dialect, or Keep, makes stay. Which punctuation, white space, picture, sign, format
// character, tag, variation selector or private character stood somewhere cannot be
// told, so that no encoding made of them can be read.
//
// Non-goals: secrecy of what can be told; what a secret looks like (package secret);
// making the stream smaller.
package anonym
