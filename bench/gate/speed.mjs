// Computes how much this machine must be slowed down to simulate a cheap phone. Chrome's developer tools choose their
// presets by Lighthouse's BenchmarkIndex: 1000 for a mid-range phone (Pixel 5), 264 for a cheap one (Moto G Power,
// 2022), in front_end/panels/mobile_throttling/CalibrationController.ts. Lighthouse calls 125 to 800 mid-range, and
// anything lower low-end (docs/throttling.md).

export const cheapest = 264;

const ms = 250;

/**
 * Runs in a page and returns the BenchmarkIndex: the mean number of runs of two jobs in a tenth of a second. The first
 * builds strings letter by letter, which makes work for the garbage collector; the second copies numbers between two
 * arrays.
 */
export const speed = `(() => {
  const often = (work, at) => {
    const began = Date.now();
    let n = 0;
    for (; n % at !== 0 || Date.now() - began < ${ms}; n++) work(n);
    return (n * 100) / (Date.now() - began);
  };
  const texts = often(() => {
    let text = '';
    for (let i = 0; i < 10000; i++) text += 'a';
    if (text.length === 1) throw new Error('so that nothing is optimised away');
  }, 1);
  const [one, two] = [[], []];
  for (let i = 0; i < 100000; i++) one[i] = two[i] = i;
  const copies = often((n) => {
    const [from, to] = n % 2 === 0 ? [one, two] : [two, one];
    for (let i = 0; i < from.length; i++) to[i] = from[i];
  }, 10);
  return (texts + copies) / 2;
})()`;
