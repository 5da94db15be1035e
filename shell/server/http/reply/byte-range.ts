/** Bytes that are asked for, first and last, both counted. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * What a `Range` header asks for. Several ranges, other units and anything that is no range are answered with the whole, as the protocol allows.
 * @returns undefined: the whole; `none`: nothing of what is asked for is there
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  if (from >= size) return 'none';
  return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
