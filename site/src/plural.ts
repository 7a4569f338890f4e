/** Returns the singular for one thing, otherwise the plural. */
export const plural = (n: number, one: string, many: string) => (n === 1 ? one : many);
