# `make` prints the list of commands, `make run` starts the whole product, `make test` tests it.

SHELL        := /bin/bash
.SHELLFLAGS  := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS    += --no-builtin-rules

# make run REHEARSAL=0 shows the public site, with the real clock and only the categories on sale.
REHEARSAL ?= 1
PORT      ?= 8080
# The content folder: for example make run CONTENT=geoforum, after go run ./generator new geoforum.
CONTENT   ?= content
# The program's texts are in English, or in event.yaml's language if there is a file for it.
language  := $(basename $(notdir $(wildcard api/texts/$(shell sed -n 's/^language: *"*\([a-z]*\).*/\1/p' $(CONTENT)/event.yaml 2>/dev/null).go)))

# One static binary; the same sources always give the same bytes.
export CGO_ENABLED := 0
comma   := ,
export GOFLAGS := -mod=readonly -trimpath -buildvcs=false$(if $(filter-out en,$(language)), -tags=translated$(comma)$(language))

# A rehearsal and the public site use separate data folders, and so does each content folder.
TRANSOM_VAR ?= data/var$(if $(filter content,$(CONTENT)),,-$(notdir $(CONTENT)))$(if $(filter 1,$(REHEARSAL)),,-public)
# Canonical addresses and QR codes contain SITE_URL.
SITE_URL  ?=
API_BASE  ?= /api

# The version that the program, its metrics and /healthz report. Set it if you build from an archive without git.
VERSION   ?= $(or $(shell git describe --tags --always --dirty 2>/dev/null),unknown)

ldflags   := -s -w -X transom/api/version.Release=$(VERSION)

STAMPS   := .make
CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
# The Debian packages that the tests need and that are not installed.
packages := $(strip $(if $(CHROMIUM),,chromium fonts-noto-core) $(if $(shell command -v chromium-headless-shell),,chromium-headless-shell) $(if $(shell command -v firefox-esr || command -v firefox),,firefox-esr) $(if $(shell command -v WebKitWebDriver),,webkit2gtk-driver) $(if $(shell command -v Xvfb),,xvfb) $(if $(shell command -v strace),,strace) $(if $(shell command -v systemd-analyze),,systemd) $(if $(shell command -v caddy),,caddy) $(if $(shell command -v rclone),,rclone) $(if $(shell command -v promtool),,prometheus) $(if $(wildcard /usr/sbin/pgbouncer)$(shell command -v pgbouncer),,pgbouncer) $(if $(shell command -v postgres)$(wildcard /usr/lib/postgresql/*/bin/postgres),,postgresql))

go_sources    := $(shell find api generator -name '*.go' -not -path '*/testdata/*' 2>/dev/null) go.mod go.sum
embedded      := $(shell find api -type f -not -name '*.go' -not -name '*.md' -not -path '*/testdata/*' 2>/dev/null)
# Packages whose tests run with SQLite and with PostgreSQL; the tests of api/store always use both.
both          := ./api/server ./api/website ./api/upload ./api/mail ./api/command ./api/gateway/proof
# One more than there are cores, because many tests spend time waiting.
packages_at_once := $(shell expr $$(nproc) + 1)
# Includes folders, whose modification times change when a file is added or removed.
content_files := $(shell find $(CONTENT) 2>/dev/null)
site_sources  := $(shell find site/src site/prerender 2>/dev/null) site/vite.config.ts site/tsconfig.json

## ---- every day

.PHONY: help
help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^## ----/ {sub(/^## ----/, ""); printf "\n%s\n", $$0} /^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' Makefile

run_settings = TRANSOM_ADDR=127.0.0.1:$(PORT) TRANSOM_SITE_URL=http://localhost:$(PORT) \
 TRANSOM_REHEARSAL=$(REHEARSAL) TRANSOM_INVENTED=$(REHEARSAL) TRANSOM_VAR=$(TRANSOM_VAR) TRANSOM_PAYMENT_PROVIDER=sandbox TRANSOM_ALLOW_SANDBOX=1 TRANSOM_MAIL=outbox

# All content folders are built into data/site/ and site/dist/. This lock refuses another folder while a program runs.
# macOS has no flock and no lock.
claim = mkdir -p $(STAMPS); exec 9>>$(STAMPS)/content; \
 if ! command -v flock > /dev/null; then flock() { :; }; fi; if flock -n 9; then echo '$(CONTENT)' > $(STAMPS)/content; \
 elif [ "$$(cat $(STAMPS)/content)" != '$(CONTENT)' ]; then echo "make run or make dev still uses $$(cat $(STAMPS)/content)/; \
 stop it first, or work in a second clone" >&2; exit 1; fi; flock -s 9
# Where to look, for the person who has just started the product.
welcome = printf '\n  Website  http://localhost:$(PORT)\n'; \
 if [ '$(REHEARSAL)' = 1 ]; then printf '  %-8s http://localhost:$(PORT)%s\n' Desk '/desk (sign in by choosing a role, such as Organiser)' \
 Gate '/rehearsal/gate (scanners, sample tickets)' Emails '/rehearsal (every email that would be sent)'; fi; printf '  Stop with Ctrl-C.\n\n'
# Not $(MAKE) itself, because make -n would run its line.
again = $(MAKE) --no-print-directory

# check-settings refuses another edition's data before the site is built.
.PHONY: run
run: bin/transom ## Run the whole product on this machine as a rehearsal (REHEARSAL=0: as the public site)
	@$(claim); $(again) $(STAMPS)/gen; $(run_settings) bin/transom check-settings > /dev/null; \
	 $(again) GENERATED=1 $(STAMPS)/site; $(welcome); $(run_settings) TRANSOM_STATIC=site/dist exec bin/transom serve

.PHONY: new-edition
new-edition: bin/transom ## Prepare a rehearsal of CONTENT's edition: LAST's staff, but no registrations
	@test -n "$(LAST)" || { echo "write LAST=, the last edition's data folder, for example LAST=data/last" >&2; exit 1; }
	@$(claim); $(again) $(STAMPS)/gen; $(run_settings) bin/transom new-edition $(LAST)

.PHONY: dev
dev: $(STAMPS)/npm bin/transom ## Run generator, API and Vite, which watch their sources; open the address that Vite prints
	@$(claim); go run ./generator build -content $(CONTENT); cd site && CONTENT='$(CONTENT)' TRANSOM_VAR=$(TRANSOM_VAR) exec node dev.mjs

.PHONY: test
test: $(STAMPS)/npm tools check ## Run every test, including journeys in real browsers
	@folder=$$(mktemp -d -p $(fast_folder) transom-test-XXXXXX); trap 'rm -rf "$$folder"' EXIT; \
	 TMPDIR=$$folder $(MAKE) --no-print-directory -j2 test-go test-site

# In memory, if there is enough space and programs may run there.
fast_folder = $(shell df --output=avail /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 > 4000000 {ok = 1} END {exit !ok}' \
  && ! grep -q ' /dev/shm .*noexec' /proc/mounts && echo /dev/shm || echo /tmp)
says = 2>&1 | sed -u 's/^/$(@:test-%=%): /'

# make check runs go vet with every analyser, so go test does not repeat it.
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
check: $(STAMPS)/npm ## Check content, generated files, formatting and types; takes seconds
	@$(MAKE) --no-print-directory -j3 --output-sync=target check-go check-content check-site

.PHONY: check-go check-content check-site
check-go:
	@test -z "$$(gofmt -l api generator bench)" || { gofmt -l api generator bench; echo 'gofmt would change the files above'; exit 1; }
	go vet ./...
	cd bench && go vet ./...
	go tool staticcheck ./...

check-content:
	go run ./generator check -content $(CONTENT)
	go run ./generator schema -check
	$(MAKE) --no-print-directory gen

check-site:
	cd site && npx tsc --noEmit --incremental --tsBuildInfoFile .cache/tsc.json
	cd site && npx biome ci --error-on-warnings

## ---- building

.PHONY: gen
gen: ## Generate data/site/ from content/
	@$(claim); go run ./generator build -content $(CONTENT)

# In event.yaml's language: make generator ARGS='check -release'
.PHONY: generator
generator:
	@go run ./generator $(ARGS) -content $(CONTENT)

.PHONY: schema
schema: ## Generate data/schema/ and site/src/types/*.gen.ts from the Go structs
	go run ./generator schema

.PHONY: build
build: $(STAMPS)/site bin/transom ## Build the site in site/dist/ and the API in bin/transom

.PHONY: archive
archive: $(STAMPS)/site ## Write this edition's site, without forms and scripts, into archive/YEAR/; later builds publish it
	cd site && $(if $(SITE_URL),SITE_URL='$(SITE_URL)') API_BASE='$(API_BASE)' CONTENT='$(CONTENT)' ARCHIVING=1 npx vite build --logLevel warn

.PHONY: release
release: build ## Pack the program and the site for Linux into release/, with checksums and a list of components (SBOM)
	@rm -rf release && mkdir release
	for arch in amd64 arm64; do \
	  GOARCH=$$arch go build -ldflags '$(ldflags)' -o release/transom ./api; \
	  tar -C release -caf release/transom-$(VERSION)-linux-$$arch.tar.gz --transform 's,^,transom-$(VERSION)/,' --transform 's,/transom$$,/bin/transom,' \
	    transom -C .. data/site site/dist deploy netlify.toml .env.example LICENSE; \
	done
	go version -m -json release/transom | node deploy/sbom.mjs '$(VERSION)' > release/transom-$(VERSION).cdx.json
	rm release/transom && cd release && sha256sum * > SHA256SUMS

.PHONY: golden
golden: ## Update the expected outputs of the generator's test cases
	go test ./generator -update

## ---- measuring

.PHONY: bench
bench: $(STAMPS)/npm $(STAMPS)/npm-pages tools build ## Measure the product and compare it with minimal programs and other products; writes bench/RESULTS.md
	cd bench && go build -o ../$(STAMPS)/bench/ ./...
	$(STAMPS)/bench/bench $(if $(ONLY),-only $(ONLY))

# The lock files give the versions. Nothing installed here becomes part of git or of the product's dependencies.
.PHONY: peers
peers: ## Install Hugo, Eleventy, Astro, PocketBase and nginx for make bench, which works without them
	cd bench/peers/hugo && go build -o ../.cache/hugo github.com/gohugoio/hugo
	cd bench/peers/pocketbase && go build -o ../.cache/pocketbase .
	mkdir -p bench/peers/.cache/nginx && cd bench/peers/.cache/nginx && { command -v nginx || { apt-get download -qq nginx && dpkg -x nginx_*.deb .; } || echo 'no nginx'; }
	for peer in eleventy astro; do (cd bench/peers/$$peer && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error); done

.PHONY: soak
soak: tools build ## Run the reliability tests at full size (hours)
	TRANSOM_SOAK=1 go test -timeout 6h -count=1 ./api/... ./generator/...

.PHONY: clean
clean: ## Remove everything that was built; keeps data/var (registrations, keys, emails)
	rm -rf bin release data/site site/dist site/.cache bench/peers/.cache bench/peers/*/node_modules $(STAMPS)

# ---- files

$(STAMPS):
	@mkdir -p $@

$(STAMPS)/npm: site/package.json site/package-lock.json | $(STAMPS)
	cd site && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# Lighthouse is separate, because only make bench needs it and it is as large as all other packages together.
$(STAMPS)/npm-pages: bench/pages/package.json bench/pages/package-lock.json | $(STAMPS)
	cd bench/pages && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# The generator always runs, because data/site may be that of another content folder. It writes only what changed.
# GENERATED=1 means that it has just run.
$(STAMPS)/gen: $(if $(GENERATED),,FORCE) | $(STAMPS)
	@$(claim); go run ./generator build -content $(CONTENT)
	@[ -e $@ ] && [ -z "$$(find data/site/*.json -newer $@)" ] || touch $@

# The site is rebuilt when these settings change.
$(STAMPS)/site-settings: FORCE | $(STAMPS)
	@echo '$(SITE_URL) $(API_BASE) $(CONTENT)' | cmp -s - $@ || echo '$(SITE_URL) $(API_BASE) $(CONTENT)' > $@

$(STAMPS)/site: $(STAMPS)/npm $(STAMPS)/gen $(STAMPS)/site-settings $(content_files) $(site_sources) $(shell find archive archive-* -type f 2>/dev/null) netlify.toml
	cd site && $(if $(SITE_URL),SITE_URL='$(SITE_URL)') API_BASE='$(API_BASE)' CONTENT='$(CONTENT)' npx vite build --logLevel warn
	@touch $@

# The program is rebuilt when its version or language changes.
$(STAMPS)/version: FORCE | $(STAMPS)
	@echo '$(VERSION) $(language)' | cmp -s - $@ || echo '$(VERSION) $(language)' > $@

bin/transom: $(STAMPS)/version $(filter api/% generator/schema/% generator/texts/% generator/heads/% go.%,$(go_sources)) $(embedded)
	go build -ldflags '$(ldflags)' -o $@ ./api

# The browser tests need three browsers, fonts, and a virtual screen for WebKit. Other tests need strace (disk syncs),
# systemd-analyze (system calls), Caddy (rolling updates), rclone (off-site backups), Prometheus (alert rules), PostgreSQL
# and PgBouncer.
.PHONY: tools
tools:
ifneq ($(packages),)
	@if [ "$$(id -u)" = 0 ]; then sudo=; else sudo=sudo; fi; \
	 $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq $(packages) >/dev/null
endif

.PHONY: FORCE
FORCE:
