// Package hunt runs campaigns against a candidate and keeps them in folders.
//
// Goals: a folder is the campaign: what is in it survives a sudden end at any
// moment, is gone on from by doing the same again, and is never mixed with what
// another candidate, seed, version or hand made; shards are merged into one.
//
// Non-goals: what is tried and what is kept (package campaign), and how the
// candidate is judged (package runner).
//
// A folder has campaign.json, the checkpoint; log.jsonl, a line a batch and a
// finding; corpus, a file for each case that did something new; findings, a
// replay file for each stream that the candidate fails on; and lock, which one
// process at a time holds.
package hunt
