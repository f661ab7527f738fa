# The targets that a reader is likely to want carry a comment behind ##.
.DEFAULT_GOAL := help
GO ?= go
BIN := bin
FUZZTIME ?= 60s
CANDIDATES := fixtures/candidates
NPM := $(CANDIDATES)/npm

.PHONY: help build test nightly lint demo bench bench-all campaign-bench million relations matrix freedoms fuzz vet vet-platforms release-snapshot golden helpers helper-types page page-types drop-page distilled candidates candidates-diff candidates-found candidates-report checkpointers clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/quock, and candidates: bin/honest, bin/broken, bin/null, bin/store and bin/bytes
	@mkdir -p $(BIN)
	$(GO) build -o $(BIN)/quock ./runner/cmd/quock
	$(GO) build -o $(BIN)/honest ./$(CANDIDATES)/go
	$(GO) build -o $(BIN)/broken ./$(CANDIDATES)/broken
	$(GO) build -o $(BIN)/null ./$(CANDIDATES)/null
	$(GO) build -o $(BIN)/store ./$(CANDIDATES)/store
	$(GO) build -o $(BIN)/bytes ./$(CANDIDATES)/bytes

# Little of what a test makes lives long: fewer collections save a fifth of its time, and the
# limit bounds the memory. What go test would vet again, vet has vetted.
test nightly: export GOGC ?= 1000
test nightly: export GOMEMLIMIT ?= 2GiB

test: vet ## vet and run every test (a few minutes)
	$(GO) test -vet=off -timeout 60m ./...

nightly: ## run every test on many more cases, then vet-platforms, million, relations and fuzz (hours)
	QUOCK_NIGHTLY=1 $(GO) test -timeout 4h -count 1 ./...
	$(MAKE) vet-platforms million relations fuzz

vet:
	@bad=$$(gofmt -l spec model fuzz golden fixtures runner); test -z "$$bad" || { echo "not gofmt-clean:"; echo "$$bad"; exit 1; }
	$(GO) vet ./...

vet-platforms: ## vet for Windows and macOS, and what is for benchmarks alone (part of nightly)
	GOOS=windows $(GO) vet ./...
	GOOS=darwin $(GO) vet ./...
	$(GO) vet -tags bench ./...

lint: ## run golangci-lint, which is not in go.mod: install it first
	golangci-lint run

demo: build ## judge the honest candidates and a broken one (under two minutes)
	@sh .ci/demo

bench: ## measure the figures and print their table (a quarter of an hour)
	@GO='$(GO)' sh .ci/bench

bench-all: ## run every other benchmark, too, as it is (half an hour)
	$(GO) test -tags bench -run '^$$' -bench . -benchtime 1s ./model/... ./fuzz/... ./runner/candidate/... ./spec/...

campaign-bench: build ## share campaigns among processes, kill some, and compare rate and folders (as long as a nightly test: ten minutes)
	$(GO) test -tags bench -run '^$$' -bench '^BenchmarkCampaign$$' -benchtime 1x -v -timeout 30m ./runner/cmd/quock
	.ci/campaign

million: ## hold the model against a million scenarios of every dialect (part of nightly)
	QUOCK_SCENARIOS=1000000 $(GO) test -timeout 4h -count 1 ./fuzz/perform/...

relations: ## hold the model to each relation on 20,000 changed streams of every dialect (part of nightly)
	QUOCK_SCENARIOS=20000 $(GO) test -timeout 4h -count 1 -run TestEachRelationHolds ./fuzz/relation/

fuzz: ## run each native fuzz target for a minute (part of nightly); all are run, whichever fails
	@failed=; for target in $$(grep -rl '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u); do \
		for name in $$(grep -ho '^func Fuzz[A-Za-z0-9]*' $$target/*_test.go | cut -c6-); do \
			echo "== $$target $$name"; $(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x $$target || failed="$$failed $$target:$$name"; \
		done; done; test -z "$$failed" || { echo "failed:$$failed"; exit 1; }

matrix: build ## write model/deviation/MATRIX.md, the kill matrix, from a run (some minutes)
	$(BIN)/quock mutants --cases 10000 --format markdown > $(BIN)/MATRIX.md && mv $(BIN)/MATRIX.md model/deviation/MATRIX.md

freedoms: ## print which blocks of the decoders generated streams reach, and why not the rest (nightly, some minutes)
	@GO='$(GO)' sh .ci/freedoms

golden: ## write the goldens anew from the model, then test them; read the diff before you commit it
	GOLDIE_UPDATE=true $(GO) test ./golden/... -args -ginkgo.focus 'is what the model'
	$(GO) test ./golden/...

helpers: ## pack the helpers for candidates, an npm package and a wheel, into bin/helpers (needs npm and python3)
	@mkdir -p $(BIN)/helpers
	cd spec/probe/javascript && npm pack --silent --pack-destination ../../../$(BIN)/helpers
	cd spec/probe/python && python3 wheel_backend.py ../../../$(BIN)/helpers

helper-types: ## write the types of the helpers from spec/probe/schema.json
	GOLDIE_UPDATE=true $(GO) test ./spec/probe -args -ginkgo.focus 'types of the helpers'

page: ## build runner/page/script.js, the script of the page, and test it in a browser (needs node, npm and chromium)
	cd runner/page && npm ci --silent && npm run --silent build
	$(GO) test -vet=off -count 1 ./runner/page

page-types: ## write the schema and the types of what the script draws, from their Go types
	GOLDIE_UPDATE=true $(GO) test ./runner/page -args -ginkgo.focus 'What the script'

drop-page: ## build the page that a trace is dropped on into bin/drop: quock.html, one file, and the folder site, which make build then puts into quock (needs node and npm)
	cd runner/page && npm ci --silent && GO='$(GO)' node drop/build.mjs ../../$(BIN)/drop
	cp $(BIN)/drop/site/* runner/page/site/built/

distilled: build ## distill the fixtures of fixtures/distilled from recordings, RECORDINGS=folder (two minutes)
	@GO='$(GO)' sh .ci/distill

candidates: ## install the published packages that are judged, and test what drives them (needs node and npm)
	cd $(NPM) && npm ci && node --test tests/
	cd fixtures/candidates/openaigo && $(GO) test ./...

candidates-found: ## run the script of each defect found in a package, and write fixtures/candidates/FOUND.md (needs make candidates)
	node $(NPM)/found/found.mjs

candidates-report: build ## install and judge the published packages, write fixtures/candidates/npm/REPORT.md, and report.html beside it (twenty minutes)
	cd fixtures/candidates/openaigo && $(GO) build -o ../../../$(BIN)/openaigo .
	cd $(NPM) && npm ci --silent
	node $(NPM)/report/report.mjs

checkpointers: build ## judge LangGraph's checkpointers on SQLite and Postgres, skipping what is not there (needs make candidates; some minutes)
	cd $(NPM)/checkpointers && npm ci
	$(NPM)/checkpointers/judge.sh $(BIN)/quock

candidates-diff: build ## compare a published package before and after a known fix (needs make candidates; a minute)
	@for version in 1.3.40 1.3.41; do \
		echo "== $$version"; \
		$(BIN)/quock run --quiet --rules identity/metadata-kept --dialect aisdk:v5 --cases 60 --log $(BIN)/diff-$$version.jsonl --replay-dir $(BIN)/diff \
			-- node $(NPM)/shim.mjs --package @assistant-ui/react-ai-sdk@$$version:AISDKMessageConverter | head -n 1; \
	done
	$(BIN)/quock diff $(BIN)/diff-1.3.40.jsonl $(BIN)/diff-1.3.41.jsonl

release-snapshot: ## build archives and npm packages into bin/release, and try them; publishes nothing (needs goreleaser)
	@sh .ci/release

clean: ## remove what the other targets made
	cd runner/page/site/built && rm -f *.html *.css *.js *.gz
	rm -rf $(BIN) .quock $(NPM)/node_modules $(NPM)/logs
