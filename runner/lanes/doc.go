// Package lanes draws a stream of events as text: time runs downwards, each
// session has a lane, and every line says where in the stream it stands, who
// speaks, and what happens.
//
//	9-25  A     calls Task toolu_1, args in 12 pieces, 158 B: {"description": …
//	  26  ├─B   child general-purpose, made by A's call toolu_1 Task; turn starts
//	  49  │ B   calls Bash toolu_2: {"command":"wc -l a.txt"}
//
// Goals: the length of the drawing follows what happens, not how many deltas
// tell it; which child made which call is seen at a glance; what the model
// reports stands where it is reported; no line is wider than asked for; nothing
// in a stream can steer a terminal; one pass, with memory for what is open and
// for what the model keeps.
//
// How it folds. What comes in pieces (a text, the arguments of a call, notes,
// reports of one kind) is a run: one line, with the lines of the stream that it
// reaches over. A run stands where it begins, and others may speak before it
// ends: the numbers in front say so. So two children that alternate a thousand
// times take a line each. What is drawn waits for the runs in front of it, but
// for no more than a screen of lines; then a run is drawn as far as it came, and
// what still comes of it "goes on" below.
//
// How lanes are given. A session takes the leftmost free lane when it is first
// drawn, and frees it at its end; between its turns the lane is dotted, and is
// given up where no other is free. Sessions that find none share the last lane, "+", by
// their names; where they are too many to follow, they are counted together.
//
// Non-goals: judging a stream (package trace); showing all that was said, since
// texts, arguments and results are cut to the line.
package lanes
