/** Why a code is not taken; each has a sentence (`scan.flaw.<kind>`). */
export type CodeFlaw = 'empty' | 'too-long' | 'unknown-code' | 'check-digit' | 'bad-date' | 'bad-lot' | 'broken-ma';

/** `YYMMDD` as a day of this century; day 00 is the last one of its month. */
export function dayOfCode(text: string): string | undefined {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const length = new Date(Date.UTC(2000 + year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day > length) return undefined;
  return `20${match[1]}-${match[2]}-${String(day === 0 ? length : day).padStart(2, '0')}`;
}
