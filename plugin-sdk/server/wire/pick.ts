/**
 * Members of the same names out of something that holds more: `{ ...pick(head, 'dpId', 'dpNumber', 'version'), rxPrice: moneyToWire(head.totalPrice) }`. What a row
 * shows is named once, and nothing else of it goes along.
 */
export function pick<T extends object, const N extends keyof T>(from: T, ...names: readonly N[]): Pick<T, N> {
  const picked = {} as Pick<T, N>;
  for (const name of names) picked[name] = from[name];
  return picked;
}
