// Package sharing runs a campaign that several processes share over a server.
//
// Goals: whoever joins does units; one of those who joined coordinates, and another one
// goes on when it dies. The folder of each who has one is, byte for byte, the folder of
// the same campaign in one process. A process with another candidate, version or
// parameters is refused, in a sentence.
//
// Non-goals: how bytes get there (package fleet); what a campaign tries and how results are
// folded (packages campaign and campaigning).
package sharing
