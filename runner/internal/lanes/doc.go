// Package lanes draws a stream of events, as text or as data to draw. Time runs downwards, each session
// has a lane, and every line gives its place in the stream, the session, and what
// happens.
//
//	9-25  A     calls Task toolu_1, args in 12 pieces, 158 B: {"description": …
//	  26  ├─B   child general-purpose, made by A's call toolu_1 Task; turn starts
//	  49  │ B   calls Bash toolu_2: {"command":"wc -l a.txt"}
//
// Goals: the length of the drawing depends on what happens, not on the number of
// deltas. The drawing shows which call made which child. Anomalies stand where the
// model reports them. No line is wider than asked for. Control characters are escaped.
// One pass, with memory for what is open and for what the model keeps.
//
// Folding. A run is a sequence of pieces: of a text, of the arguments of a call, of
// notes, of reports of one kind. It takes one line, which gives the range of its lines
// in the stream. The line stands where the run begins, and other sessions may speak
// before it ends. So two children that alternate a thousand times take one line each.
// Later lines wait for the runs before them, but at most a screen of lines waits. Then
// the run is drawn as far as it got, and its rest "goes on" below.
//
// Lanes. A session takes the leftmost free lane when it is first drawn, and frees it
// at its end. Between its turns the lane is dotted, and another session may take it if
// no lane is free. Sessions without a lane share the last one, "+", and are named
// there. If they are too many to follow, they are counted together.
//
// What is open is what the model says, whose decisions the drawing shows: nothing is
// followed here but what the lines need.
//
// Non-goals: judging a stream (package trace); showing full texts, arguments and
// results, which are cut to the line.
package lanes
