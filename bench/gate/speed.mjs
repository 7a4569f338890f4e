// How slow this machine has to be made to be a cheap phone. Chrome's developer tools find their presets by the
// BenchmarkIndex of Lighthouse: it is 1000 for a phone of the middle (Pixel 5) and 264 for a cheap one (Moto G
// Power of 2022), in front_end/panels/mobile_throttling/CalibrationController.ts. Lighthouse's own table calls 125 to
// 800 the middle and less a phone of the lowest end (docs/throttling.md). "Six times" of a machine says nothing as
// long as nobody says of which.

/** The BenchmarkIndex of a cheap phone. */
export const cheapest = 264;

const ms = 250;

/**
 * Runs in a page: the BenchmarkIndex. Texts made letter by letter, which leave work for the garbage collector, and numbers copied
 * between two arrays, each by how often in a tenth of a second; their mean.
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
