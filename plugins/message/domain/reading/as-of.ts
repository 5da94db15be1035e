const FORM = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/;
const MAX_TRANSACTION = 2n ** 63n;

/**
 * Whether a text is the place of a list in the line of commits, as the database writes it (`pg_snapshot`): the oldest transaction at work, the next one to
 * come, and those at work in between, in their order. What comes from a caller is looked at before the database reads it.
 */
export function isAsOf(text: string): boolean {
  const found = FORM.exec(text);
  if (!found) return false;
  const [oldest = 0n, next = 0n] = [found[1], found[2]].map((number) => BigInt(number ?? ''));
  if (oldest < 1n || next < oldest || next >= MAX_TRANSACTION) return false;
  let before = oldest - 1n;
  for (const at of (found[3] ?? '').split(',').filter((one) => one !== '')) {
    const number = BigInt(at);
    if (number <= before || number >= next) return false;
    before = number;
  }
  return true;
}
