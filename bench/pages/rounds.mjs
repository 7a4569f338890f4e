// Runs Lighthouse in rounds, until there are enough runs or the time is over. A round has one run per page, each within
// half a minute of a run for a trivial page, so that changes in the machine's speed affect every page alike.
import { createServer } from 'node:http';
import lighthouse from 'lighthouse';
import { LanternLargestContentfulPaint } from 'lighthouse/core/computed/metrics/lantern-largest-contentful-paint.js';
import { TotalBlockingTime } from 'lighthouse/core/computed/metrics/total-blocking-time.js';
import { median, spread } from './visit.mjs';

/** Goals for the largest paint, as multiples of the trivial page's. */
const goals = { text: 1.25, home: 1.3, picture: 1.4, program: 1.4, 'signed in': 2 };
/** Goals for the blocking time (ms). For pages that need a sign-in, the calibrated time counts. */
const maxBlocking = 50;
const maxBlockingSignedIn = 100;
/** Milliseconds after which a page counts as loaded, because the desk and the gate never stop sending requests. */
const longestLoad = 20_000;
const lines = { '3g': { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 4 } };

/**
 * On a machine with this BenchmarkIndex, Lighthouse's processor factor of 4 simulates a phone (its docs/throttling.md:
 * 1500 to 2000).
 */
const meantIndex = 1750;

const trivialHead = '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="Nothing"><title>Trivial</title><h1>Trivial</h1>';
const trivialBodies = { '/': '<p>One line of text.</p>', '/press': '<button popovertarget="more">More</button> <input aria-label="Words"><p popover id="more">One line of text.</p> <a href="/">Back</a>' };

export async function serveTrivial() {
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`${trivialHead}${trivialBodies[url] ?? trivialBodies['/']}</html>`);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  return { url: `http://localhost:${server.address().port}/`, stop: () => server.close() };
}

export async function measureRounds(chrome, pages, { trivial, runs, minutes, line }) {
  const end = Date.now() + minutes * 60_000;
  const rows = pages.map((page) => ({ ...page, shown: [] }));
  // The trivial page's largest paint often waits 150 ms for its icon, so the median of all runs is used.
  const floors = [];
  let floorAt = -Infinity;
  for (let round = 0; round < runs && (round === 0 || Date.now() < end); round++) {
    for (const row of rows) {
      if (round > 0 && Date.now() > end) break;
      try {
        if (Date.now() - floorAt > 30_000) {
          floors.push(await once(chrome, trivial, { line, short: true }));
          floorAt = Date.now();
        }
        // The scores come from the first run; the others contribute only their times.
        const page = await once(chrome, row.url, { line, short: row.shown.length > 0 });
        row.shown.push(page);
      } catch (reason) {
        row.failed = String(reason.message ?? reason); // a failed run must not end the others
      }
      if (process.env.VERBOSE) console.error(row.name, row.failed ?? '', JSON.stringify(row.shown.at(-1)));
    }
  }
  const floor = { lcp: median(floors.map(({ lcp }) => lcp)), work: median(floors.map(({ waits }) => waits.work)), until: median(floors.map(({ waits }) => waits.until)) };
  for (const page of rows.flatMap(({ shown }) => shown)) Object.assign(page, { floor: floor.lcp, ratio: page.lcp / floor.lcp, floorWork: floor.work, floorUntil: floor.until });
  return rows;
}

async function once(chrome, url, { line, short }) {
  const settings = { disableFullPageScreenshot: true, maxWaitForLoad: longestLoad, ...(line && { throttling: lines[line] }), ...(short && { onlyCategories: ['performance'] }) };
  const { lhr, artifacts } = await lighthouse(url, { port: chrome.port, output: 'json', logLevel: 'error', ...settings });
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const { benchmarkIndex: index } = lhr.environment;
  const value = (audit) => lhr.audits[audit].numericValue ?? 0;
  return {
    lcp: value('largest-contentful-paint'), tbt: value('total-blocking-time'), cls: value('cumulative-layout-shift'), kB: value('total-byte-weight') / 1000,
    scores: ['performance', 'accessibility', 'best-practices', 'seo'].map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    largest: lhr.audits['largest-contentful-paint-element']?.details?.items?.[0]?.items?.[0]?.node?.snippet ?? '',
    index,
    calibrated: await blockingOf(lhr, artifacts, Math.max(1, (lhr.configSettings.throttling.cpuSlowdownMultiplier * index) / meantIndex)),
    waits: await waitsOf(lhr, artifacts),
    longest: longestOf(lhr.audits['long-tasks']?.details?.items ?? []),
    // Pages that need a sign-in are deliberately hidden from search engines.
    misses: Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight, id }) => id !== 'is-crawlable' && weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 0.9).map(({ id }) => id)),
  };
}

const traced = (lhr, artifacts, settings = lhr.configSettings) => [
  { trace: artifacts.Trace, devtoolsLog: artifacts.DevtoolsLog, gatherContext: artifacts.GatherContext, settings, URL: artifacts.URL, SourceMaps: artifacts.SourceMaps, simulator: null },
  { computedCache: new Map(), settings },
];

/** A run's blocking time (ms) as it would be with the processor slowed down by this factor. */
async function blockingOf({ configSettings, ...lhr }, artifacts, cpuSlowdownMultiplier) {
  const settings = { ...configSettings, throttling: { ...configSettings.throttling, cpuSlowdownMultiplier } };
  return (await TotalBlockingTime.request(...traced(lhr, artifacts, settings))).timing;
}

/** Times are in milliseconds; work is the processor's. */
async function waitsOf(lhr, artifacts) {
  const { optimisticEstimate } = await LanternLargestContentfulPaint.request(...traced(lhr, artifacts));
  const nodes = [...optimisticEstimate.nodeTimings].map(([node, { endTime, duration }]) => ({ node, endTime, duration }));
  const [last] = nodes.filter(({ node }) => node.type === 'network').sort((a, b) => b.endTime - a.endTime);
  const work = nodes.filter(({ node }) => node.type === 'cpu').reduce((sum, { duration }) => sum + duration, 0);
  return { last: new URL(last.node.request.url).pathname.split('/').at(-1) || 'the document', until: last.endTime, work };
}

function longestOf(tasks) {
  const [longest] = [...tasks].sort((a, b) => b.duration - a.duration);
  return longest ? `${Math.round(longest.duration)} ms of ${longest.url.split('/').at(-1).slice(0, 40) || 'the document'}` : '';
}

const kindOf = ({ name, kind, shown }) => kind ?? (name === '/' ? 'home' : undefined) ?? (/^<(img|picture|video|image)/.test(shown[0].largest) ? 'picture' : 'text');

const wayOf = ({ waits, floorUntil, floorWork }) =>
  `${waits.last} arrives after ${Math.round(waits.until)} ms (trivial: ${Math.round(floorUntil)}), parsing, layout and paint take ${Math.round(waits.work)} ms of the processor (${Math.round(floorWork)})`;

/** Prints a table, mark lines for bench/main.go, and the reason for each missed goal. */
export function reportRounds(title, rows, { ratios = false } = {}) {
  const late = rows.filter(({ shown }) => !shown.length).map(({ name, failed }) => `${name}: not measured, ${failed}`);
  rows = rows.filter(({ shown }) => shown.length);
  const of = (row, pick) => row.shown.map(pick);
  console.log(`\n${title}: median (lowest–highest); the trivial page's largest paint was ${spread(rows.flatMap((row) => of(row, ({ floor }) => floor)))} ms\n`);
  const index = median(rows.flatMap((row) => of(row, ({ index }) => index)));
  console.log(`This machine's BenchmarkIndex was ${spread(rows.flatMap((row) => of(row, ({ index }) => index)))}; Lighthouse's factor of 4 is meant for ${meantIndex}, so "calibrated" slows each run by 4 × its index ÷ ${meantIndex} (${Math.max(1, (4 * index) / meantIndex).toFixed(1)}, at least 1).\n`);
  console.log('| page | runs | scores | largest paint × trivial | goal | blocking ms | calibrated | shift | kB | below 90 |\n|---|---|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const kind = kindOf(row);
    const [ratio, tbt, cls] = [of(row, ({ ratio }) => ratio), of(row, ({ tbt }) => tbt), of(row, ({ cls }) => cls)];
    const calibrated = of(row, ({ calibrated }) => calibrated);
    const goal = goals[kind];
    console.log(`| ${row.name} | ${row.shown.length} | ${row.shown[0].scores.join(' / ')} | ${spread(ratio, 2)} | ≤ ${goal}, ${kind} | ${spread(tbt)} | ${spread(calibrated)} | ${spread(cls, 3)} | ${Math.round(median(of(row, ({ kB }) => kB)))} | ${row.shown[0].misses.join(' ')} |`);
    const largest = row.shown[0].largest.slice(0, 60);
    const usual = row.shown.find((run) => run.ratio === median(ratio));
    if (median(ratio) > goal) late.push(`${row.name}: largest paint ${median(ratio).toFixed(2)} of ${goal}; it is ${largest}; ${wayOf(usual)}`);
    const [blocking, maximum] = kind === 'signed in' ? [calibrated, maxBlockingSignedIn] : [tbt, maxBlocking];
    if (median(blocking) > maximum) late.push(`${row.name}: blocks ${Math.round(median(blocking))} ms of ${maximum}, ${Math.round(median(calibrated))} calibrated; longest ${row.shown.map(({ longest }) => longest).find(Boolean) ?? ''}`);
    if (median(cls) > 0.0005) late.push(`${row.name}: shifts ${median(cls).toFixed(3)}`);
    if (ratios) console.log(`@ LCP of ${row.name} / trivial page | ${median(ratio).toFixed(3)} | at most ${goal} | largest: ${largest.replaceAll('|', ' ')}; ${wayOf(usual)}`);
  }
  return late;
}
