# Transom. `make` prints this help; `make run` starts the whole product; `make test` proves it.

SHELL        := /bin/bash
.SHELLFLAGS  := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS    += --no-builtin-rules

# One static binary, the same bytes from the same sources.
export CGO_ENABLED := 0
export GOFLAGS     := -mod=readonly -trimpath -buildvcs=false

# make run REHEARSAL=0 shows the public truth: the real clock, and categories as the content says.
REHEARSAL ?= 1
PORT      ?= 8080
# A folder that was begun for a rehearsal is never the public's.
TRANSOM_VAR ?= data/var$(if $(filter 1,$(REHEARSAL)),,-public)
# Where the site and its API answer; they stand in canonical addresses and in QR codes.
SITE_URL  ?=
API_BASE  ?= /api

# What the program, its metrics and /healthz call this release; a release from an archive without git names itself here.
VERSION   ?= $(or $(shell git describe --tags --always --dirty 2>/dev/null),unknown)

ldflags   := -s -w -X transom/api/version.Release=$(VERSION)

STAMPS   := .make
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
# What the tests need of Debian and this machine has not.
packages := $(strip $(if $(CHROMIUM),,chromium fonts-noto-core) $(if $(shell command -v chromium-headless-shell),,chromium-headless-shell) $(if $(shell command -v firefox-esr || command -v firefox),,firefox-esr) $(if $(shell command -v WebKitWebDriver),,webkit2gtk-driver) $(if $(shell command -v Xvfb),,xvfb) $(if $(shell command -v strace),,strace) $(if $(shell command -v systemd-analyze),,systemd) $(if $(shell command -v caddy),,caddy) $(if $(shell command -v rclone),,rclone) $(if $(shell command -v promtool),,prometheus) $(if $(wildcard /usr/sbin/pgbouncer)$(shell command -v pgbouncer),,pgbouncer) $(if $(shell command -v postgres)$(wildcard /usr/lib/postgresql/*/bin/postgres),,postgresql))

go_sources    := $(shell find api generator -name '*.go' -not -path '*/testdata/*' 2>/dev/null) go.mod go.sum
embedded      := $(shell find api -type f -not -name '*.go' -not -name '*.md' -not -path '*/testdata/*' 2>/dev/null)
# What runs on both databases, SQLite and PostgreSQL; api/store compares the two by itself.
both          := ./api/server ./api/website ./api/upload ./api/mail ./api/command ./api/gateway/proof
# Packages that are tested at once: many of their tests wait for one another, and a core would wait with them.
packages_at_once := $(shell expr $$(nproc) + 1)
# Folders belong to them, because a folder is as new as what was last added to it or taken away.
content_files := $(shell find content 2>/dev/null)
site_sources  := $(shell find site/src site/prerender 2>/dev/null) site/vite.config.ts site/tsconfig.json

## ---- every day

.PHONY: help
help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^## ----/ {sub(/^## ----/, ""); printf "\n%s\n", $$0} /^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' Makefile

.PHONY: run
run: $(STAMPS)/site bin/transom ## Serve the whole product on this machine as a rehearsal (REHEARSAL=0: the public truth)
	@TRANSOM_ADDR=127.0.0.1:$(PORT) TRANSOM_SITE_URL=http://localhost:$(PORT) TRANSOM_STATIC=site/dist \
	 TRANSOM_REHEARSAL=$(REHEARSAL) TRANSOM_INVENTED=$(REHEARSAL) TRANSOM_VAR=$(TRANSOM_VAR) TRANSOM_PAYMENT_PROVIDER=sandbox TRANSOM_ALLOW_SANDBOX=1 TRANSOM_MAIL=outbox \
	 exec bin/transom serve

.PHONY: dev
dev: $(STAMPS)/npm bin/transom ## Generator, API and Vite, all watching; open the address that Vite prints
	@go run ./generator build
	@cd site && exec node dev.mjs

# The two parts wait for different things, so they run beside one another; each line says which part wrote it.
.PHONY: test
test: $(STAMPS)/npm tools check ## Run every test, the journeys in a real browser included
	@folder=$$(mktemp -d -p $(fast_folder) transom-test-XXXXXX); trap 'rm -rf "$$folder"' EXIT; \
	 TMPDIR=$$folder $(MAKE) --no-print-directory -j2 test-go test-site

# Where the tests' folders are: in memory, if it has room and allows programs.
fast_folder = $(shell df --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 {ok = 1} END {exit !ok}' \
  && ! grep -q ' /dev/shm .*noexec' /proc/mounts && echo /dev/shm || echo /tmp)
says = 2>&1 | sed -u 's/^/$(@:test-%=%): /'

# The check has vetted everything with every analyser; go test would do it again with some of them.
.PHONY: test-go test-site
test-go:
	@go test -vet=off -p $(packages_at_once) -timeout 60m ./... $(says)
	@cd bench && go test -vet=off ./... $(says)
	@TRANSOM_TEST_DATABASE=postgres go test -vet=off -p $(packages_at_once) -timeout 60m $(both) $(says)
	@go test -vet=off ./generator/source -run '^$$' -fuzz FuzzReader -fuzztime 10s -fuzzminimizetime 1x $(says)

test-site:
	@cd site && npx vitest run $(says)
	@$(MAKE) --no-print-directory $(STAMPS)/site bin/transom $(says)
	@cd site && npx playwright test $(says)

.PHONY: check
check: $(STAMPS)/npm ## Check content, generated files, formatting and types, in seconds
	@$(MAKE) --no-print-directory -j3 --output-sync=target check-go check-content check-site

.PHONY: check-go check-content check-site
check-go:
	@test -z "$$(gofmt -l api generator bench)" || { gofmt -l api generator bench; echo 'gofmt would change the files above'; exit 1; }
	go vet ./...
	cd bench && go vet ./...
	go tool staticcheck ./...

check-content:
	go run ./generator check
	go run ./generator schema -check
	$(MAKE) --no-print-directory gen

# The compiler keeps what it knows of files that did not change, in site/.cache.
check-site:
	cd site && npx tsc --noEmit --incremental --tsBuildInfoFile .cache/tsc.json
	cd site && npx biome ci --error-on-warnings

## ---- building

.PHONY: gen
gen: ## Turn content/ into data/site/, and the Go structs into JSON Schema and TypeScript
	@go run ./generator build

.PHONY: schema
schema: ## Write data/schema/ and site/src/types/*.gen.ts anew from the Go structs
	go run ./generator schema

.PHONY: build
build: $(STAMPS)/site bin/transom ## Leave the site in site/dist/ and the API in bin/transom

.PHONY: archive
archive: $(STAMPS)/site ## Write this edition's site without forms and scripts into archive/YEAR/, which later builds publish
	cd site && $(if $(SITE_URL),SITE_URL='$(SITE_URL)') API_BASE='$(API_BASE)' ARCHIVING=1 npx vite build --logLevel warn

# The site is the same everywhere; the program is built for each architecture.
.PHONY: release
release: build ## Pack program and site for Linux into release/, with checksums and a list of their parts (SBOM)
	@rm -rf release && mkdir release
	for arch in amd64 arm64; do \
	  GOARCH=$$arch go build -ldflags '$(ldflags)' -o release/transom ./api; \
	  tar -C release -caf release/transom-$(VERSION)-linux-$$arch.tar.gz --transform 's,^,transom-$(VERSION)/,' --transform 's,/transom$$,/bin/transom,' \
	    transom -C .. data/site site/dist deploy netlify.toml .env.example LICENSE; \
	done
	go version -m -json release/transom | node deploy/sbom.mjs '$(VERSION)' > release/transom-$(VERSION).cdx.json
	rm release/transom && cd release && sha256sum * > SHA256SUMS

.PHONY: golden
golden: ## Rewrite the wanted outputs of the generator's test cases
	go test ./generator -update

## ---- proof

.PHONY: bench
bench: $(STAMPS)/npm $(STAMPS)/npm-pages tools build ## Measure against floors and peers in one run; writes bench/RESULTS.md
	cd bench && go build -o ../$(STAMPS)/bench/ ./...
	$(STAMPS)/bench/bench $(if $(ONLY),-only $(ONLY))

# Versions are those of the lock files. What is installed stays out of git, of the product's modules and of its packages.
.PHONY: peers
peers: ## Install Hugo, Eleventy, Astro, PocketBase and nginx for make bench, which does without those that are missing
	cd bench/peers/hugo && go build -o ../.cache/hugo github.com/gohugoio/hugo
	cd bench/peers/pocketbase && go build -o ../.cache/pocketbase .
	mkdir -p bench/peers/.cache/nginx && cd bench/peers/.cache/nginx && { command -v nginx || { apt-get download -qq nginx && dpkg -x nginx_*.deb .; } || echo 'no nginx'; }
	for peer in eleventy astro; do (cd bench/peers/$$peer && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error); done

.PHONY: soak
soak: tools build ## The reliability tests at their full size (hours)
	TRANSOM_SOAK=1 go test -timeout 6h -count=1 ./api/... ./generator/...

.PHONY: clean
clean: ## Remove what was built; keeps data/var (registrations, keys, mail)
	rm -rf bin release data/site site/dist site/.cache bench/peers/.cache bench/peers/*/node_modules $(STAMPS)

# ---- files

$(STAMPS):
	@mkdir -p $@

# Packages come exactly as locked, and none of them runs a script while it is installed.
$(STAMPS)/npm: site/package.json site/package-lock.json | $(STAMPS)
	cd site && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# Lighthouse is as large as everything else together, and only make bench needs it.
$(STAMPS)/npm-pages: bench/pages/package.json bench/pages/package-lock.json | $(STAMPS)
	cd bench/pages && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The generator says itself whether anything changed; its stamp only saves starting it.
$(STAMPS)/gen: $(content_files) $(filter generator/%,$(go_sources)) | $(STAMPS)
	go run ./generator build
	@touch $@

# The settings that end up in the pages are an input like any other.
$(STAMPS)/site-settings: FORCE | $(STAMPS)
	@echo '$(SITE_URL) $(API_BASE)' | cmp -s - $@ || echo '$(SITE_URL) $(API_BASE)' > $@

$(STAMPS)/site: $(STAMPS)/npm $(STAMPS)/gen $(STAMPS)/site-settings $(site_sources) $(shell find archive 2>/dev/null) netlify.toml
	cd site && $(if $(SITE_URL),SITE_URL='$(SITE_URL)') API_BASE='$(API_BASE)' npx vite build --logLevel warn
	@touch $@

# The release is an input like any other.
$(STAMPS)/version: FORCE | $(STAMPS)
	@echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' > $@

bin/transom: $(STAMPS)/version $(filter api/% generator/schema/% generator/heads/% go.%,$(go_sources)) $(embedded)
	go build -ldflags '$(ldflags)' -o $@ ./api

# The browser tests need three browsers, a screen for that of WebKit and fonts, the accounting of syncs needs strace, that of calls systemd-analyze, the rolling update Caddy, the nightly copy rclone, the alert rules Prometheus, the tests on both databases PostgreSQL, and those of a pooler PgBouncer; Debian has them.
.PHONY: tools
tools:
ifneq ($(packages),)
	@if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	 $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $(packages) >/dev/null
endif

.PHONY: FORCE
FORCE:
