/** For an effect: passes on a promise's result unless the effect has ended before. Returns the effect's cleanup. */
export function unlessLeft<T>(promise: Promise<T>, pass: (result: T) => void): () => void {
  let left = false;
  void promise.then((result) => left || pass(result));
  return () => {
    left = true;
  };
}
