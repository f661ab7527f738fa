package perform_test

import "github.com/quock-dev/quock/fuzz/scenario/scenariotest"

type voice = scenariotest.Shape

// voices are the dialects whose features differ; wires all that differ in bytes.
var voices, wires = scenariotest.Shapes(), scenariotest.Streams()
