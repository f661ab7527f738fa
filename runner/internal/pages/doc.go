// Package pages reads what the project's own pages tell a user to type, so that a
// test can type it.
//
// A page is Markdown. Its blocks of kind sh and console are commands:
//
//   - In a console block a line that begins with "$ " is a command, and the lines
//     behind it are its output. "…" alone on a line stands for any lines, "…"
//     inside a line for any text.
//   - In an sh block each line is a command. What it prints is not compared. A
//     line that ends in \ goes on in the next one.
//
// A comment on the line above a block says what else a test has to know:
//
//	<!-- exit 1 -->            each command of the block ends with this code
//	<!-- needs node -->        the block is skipped where this program is missing
//	<!-- not run: REASON -->   the block is not run
//	<!-- file NAME -->         the block, of any kind, is the text of this file
//	<!-- setup: COMMAND -->    a command that is run and that no reader sees; it
//	                           stands alone, without a block
//
// Goals: no command and no output on a page can become untrue without a red test.
//
// Non-goals: the package does not run anything, and it reads no Markdown but that.
package pages
