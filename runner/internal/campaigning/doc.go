// Package campaigning runs campaigns against a candidate and keeps them in folders.
//
// Goals: the folder is the campaign. It survives a sudden end at any moment. The same
// command resumes it. It is never mixed with the files of another candidate, seed or
// version, or with files changed by hand.
//
// Non-goals: which cases are tried and kept (package campaign), and how the candidate
// is judged (package runner).
//
// A folder has campaign.json, the checkpoint; log.jsonl, with a line for each round
// and each finding; corpus, with a file for each case that did something new;
// findings, with a replay file for each stream that the candidate fails on; and lock,
// which one process at a time holds.
package campaigning
