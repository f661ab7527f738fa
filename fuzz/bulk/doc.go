// Package bulk writes recorded streams of any size with the structure of real
// ones, to measure and test what reads them.
//
// Goals: performed cases stand one behind the other in one stream, under names of
// their own where real systems give new ones and under the same names where real
// systems reuse them; a conversation goes on over many turns; texts, results and
// the number of their pieces are like those of recorded streams; one seed gives
// the same bytes everywhere, in bounded memory; a failure can be injected at one
// place, and nothing else in the stream shows it.
//
// Non-goals: files, processes and compression (the caller has a writer);
// measuring; streams that mean something to a person; documents, which are one
// record however long they are.
//
// A stretch is one performed case as it stands in the stream. Behind each nothing
// is open in any session.
package bulk
