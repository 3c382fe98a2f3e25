# Every target below says what it is for; `make` alone lists them.

SWIFT ?= swift
# Warnings are errors here, but not for those who depend on the package.
STRICT := -Xswiftc -warnings-as-errors
# Folders whose Swift files the formatter checks.
SWIFT_FOLDERS := Sources Tests Examples

.PHONY: help deps build test lint demo

help: ## List the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

deps: ## Install the Debian packages that are missing
	@Scripts/install-packages

build: deps ## Build everything, tests included, with warnings as errors
	$(SWIFT) build --build-tests $(STRICT)

test: build ## Run all tests, and the checks that need a build
	Scripts/with-display $(SWIFT) test --skip-build $(STRICT)
	Scripts/check-consumer

lint: ## Check format, layers, documentation and what must not be in the repository
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FOLDERS) Package.swift
	Scripts/check-layers
	Scripts/check-repository
	Scripts/check-readme

demo: deps ## Load sample pictures from a server of its own; leaves Demo.out/contact-sheet.png
	$(SWIFT) run -c release kingfisher-demo
