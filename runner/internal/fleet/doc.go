// Package fleet shares the units of a campaign among processes, over a NATS server
// with JetStream, and embeds such a server.
//
// Goals: units, their results, blobs and the campaign's state are bytes here, whatever
// they mean. Each unit is done at least once and has one result, however many workers
// die, are slow, or are cut off; so the state does not depend on them. The server may be
// killed and started again. No decision depends on the clock of a worker: what expires
// does so by the server's clock, and what a process waits for it measures itself.
//
// Non-goals: what a unit is and how results are folded (packages campaign and campaigning); who
// may join (package sharing); a server that survives a loss of power (JetStream syncs its
// files every two minutes).
//
// # How it works
//
// A campaign NAME has five streams on the server. quock-NAME-units is a work queue: a
// worker takes a unit, says at intervals that it is at work, publishes the result and
// then acknowledges. Without a word for Timing.Silence the server gives the unit to
// another worker. quock-NAME-results has the results; the first one of a unit stays.
// The bucket quock-NAME-state has the head, which is replaced by compare-and-set. The
// bucket quock-NAME-alive, whose keys expire, has a key for each worker and the lease of
// the coordinator: the one process that publishes units and replaces the head. The object
// store quock-NAME-blobs has the blobs by the SHA-256 of their content. The bucket
// quock-campaigns has the terms of each campaign, which are set once.
//
// A coordinator that lost its lease may not know it yet. It can do no harm: units and
// results have keys by their content, and its head is refused.
package fleet
