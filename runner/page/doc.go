// Package page writes a report of runs, or a recorded stream, as one HTML file.
//
// Goals: the file needs no network, no server and no font, and says its text without a
// script. Its content security policy allows the one script and the one style sheet that
// are in it, by their hashes, and nothing else. No text of a log or a stream becomes
// markup, and none steers the reader's eyes (package words). What is too much is left
// out, and the page says so. The same log gives the same bytes.
//
// How it is made: the text is of html/template. What moves (the lanes, the slider, the
// search) is drawn by the script, of the data in a block of JSON; Data is its form. The
// lanes are those of package lanes, which the terminal draws. The script is script.js:
// TypeScript in the folder script, which "make page" builds. It is committed, as
// "go install" runs no build, so that nobody who uses quock needs Node. There is no view
// library: the page has four moving parts.
//
// Non-goals: deciding what a log or a stream means; serving; sending anything anywhere.
package page
