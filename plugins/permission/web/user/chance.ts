/** A whole number below a limit, from the browser's source of chance. */
export const below = (limit: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit;
