/** One entry of parts, with what is drawn of it. */
export interface Share<Part> {
  readonly part: Part;
  /** Per cent of the whole, one decimal; null where parts take away from it, or where there is no whole. */
  readonly percent: number | null;
  /** Length of its bar, 0 to 100; the longest is 100. */
  readonly length: number;
}

/** Parts of a whole, in the order given. */
export function sharesOf<Part extends { readonly value: number }>(parts: readonly Part[]): Share<Part>[] {
  const sum = parts.reduce((whole, { value }) => whole + value, 0);
  const longest = Math.max(0, ...parts.map(({ value }) => Math.abs(value)));
  const whole = sum > 0 && parts.every(({ value }) => value >= 0);
  return parts.map((part) => ({
    part,
    percent: whole ? Math.round((part.value / sum) * 1000) / 10 : null,
    length: longest === 0 ? 0 : (Math.abs(part.value) / longest) * 100,
  }));
}
