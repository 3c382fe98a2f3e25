# Every target below says what it is for; `make` alone lists them.

SWIFT ?= swift
# Warnings are errors here, but not for those who depend on the package.
STRICT := -Xswiftc -warnings-as-errors
# Every format; those who depend on the package choose theirs. One set for all targets, or each would build anew.
TRAITS := --enable-all-traits
# Tests that block a thread would starve the others if all began at once; so many run together.
TEST_WIDTH := --experimental-maximum-parallelization-width 8
# Folders whose Swift files the formatter checks.
SWIFT_FOLDERS := Sources Tests Examples

CACHE_TESTS := 'KingfisherTests.(ImageCache|Disk|Directory|EntrySchedule|DecodeSchedule|WorkLane|WaitingLine|TrimControl|Cache|Memory|LRU|SlotIndex)'
NETWORK_TESTS := 'KingfisherTests.(DownloadStorm|.*Joining|RetryCancellation|Cancellation|SessionDataTask|CurlTransport|SecureTransfer|Resuming|DownloadLimiter|NetworkRetry)'

.PHONY: help deps build test lint demo sheets docs api-coverage apple-check soak sanitize fuzz bench

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

deps: ## Install the Debian packages that are missing
	@Scripts/install-packages

build: deps ## Build everything, tests included, with warnings as errors
	$(SWIFT) build $(TRAITS) --build-tests $(STRICT)

test: build ## Run all tests, and the checks that need a build
	Scripts/with-display $(SWIFT) test $(TRAITS) --skip-build $(STRICT) $(TEST_WIDTH)
	Scripts/api-coverage
	Scripts/check-consumer

api-coverage: build ## Compare the public interface with the one that callers know
	Scripts/api-coverage --list

lint: ## Check format, layers, documentation and what must not be in the repository
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FOLDERS) Package.swift
	Scripts/check-layers
	Scripts/check-repository
	Scripts/check-readme

sheets: deps ## Draw the contact sheets that README.md and the documentation show
	$(SWIFT) run $(TRAITS) -c release kingfisher-demo
	cp Demo.out/contact-sheet.png Documentation/contact-sheet.png
	$(SWIFT) run $(TRAITS) -c release kingfisher-demo --processors \
		Sources/Kingfisher/Documentation.docc/Resources/processors.jpg

docs: build ## Build the documentation into .build-docs/site; fails for a link that leads nowhere
	Scripts/docs

apple-check: ## Parse everything that Apple platforms compile; types are not checked
	Scripts/apple-check

demo: deps ## Load sample pictures from a server of its own; leaves Demo.out/contact-sheet.png
	$(SWIFT) run $(TRAITS) -c release kingfisher-demo

soak: build ## Run the tests of accidents with the disk cache in their long form, ten minutes at most
	SOAK=1 $(SWIFT) test $(TRAITS) --skip-build $(STRICT) --filter KingfisherTests.DiskSoakTests

sanitize: deps ## Run the tests of the caches and of the network under the thread sanitizer
	$(SWIFT) test $(TRAITS) --sanitize=thread --scratch-path .build-tsan --filter $(CACHE_TESTS)
	KINGFISHER_STORM_SECONDS=60 $(SWIFT) test $(TRAITS) --sanitize=thread --scratch-path .build-tsan --filter $(NETWORK_TESTS)

fuzz: deps ## Fuzz every decoder with libFuzzer and AddressSanitizer for a minute, or FUZZ_SECONDS
	Scripts/fuzz

bench: deps ## Measure everything side by side with its peers; BENCH="caches codecs" for some of it
	Scripts/install-packages Benchmarks/debian-packages
	$(SWIFT) build -c release --static-swift-stdlib --package-path Benchmarks
	test -d Benchmarks/.build/peers || python3 -m venv Benchmarks/.build/peers
	Benchmarks/.build/peers/bin/pip install --quiet --requirement Benchmarks/requirements.txt
	Benchmarks/.build/peers/bin/python Benchmarks/bench.py $(BENCH)
