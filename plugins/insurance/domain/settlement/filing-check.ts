import { type Filing, filingFor } from './settle-checks.ts';

/** An answer about filings is taken for today's truth so long. */
export const FRESH_DAYS = 7;
const DAY_MS = 86_400_000;

/** What 5301 answered once; undefined = it was never asked. */
export interface FilingAnswer {
  readonly filings: readonly Filing[];
  readonly askedAt: Date;
}

export interface FilingVerdict {
  readonly key: 'filing-missing' | 'filing-expired' | 'filing-unasked' | 'filing-old';
  readonly level: 'block' | 'warn';
  readonly params: Readonly<Record<string, string>>;
}

/** Spans of days (`YYYY-MM-DD`, both inclusive) that a month's settlements have to be filed for: the whole, or each day with a session. */
export function spansOf(days: readonly string[], by: 'month' | 'session'): { readonly from: string; readonly to: string }[] {
  const sorted = [...new Set(days)].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  return by === 'month' ? [{ from: first, to: last }] : sorted.map((day) => ({ from: day, to: day }));
}

/**
 * What the filings of a chronic patient mean for his month; undefined when they cover it. Only a fresh answer stops him: whoever was not filed
 * a while ago may be by now, and the other way round.
 */
export function filingVerdict(
  answer: FilingAnswer | undefined,
  {
    spans,
    usual,
    now,
  }: { spans: readonly { readonly from: string; readonly to: string }[]; usual: { readonly code: string; readonly name: string }; now: Date },
): FilingVerdict | undefined {
  const [first] = spans;
  if (!first) return undefined;
  if (!answer) return { key: 'filing-unasked', level: 'warn', params: { disease: usual.name } };
  const asked = new Date(answer.askedAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  if (now.getTime() - answer.askedAt.getTime() > FRESH_DAYS * DAY_MS) return { key: 'filing-old', level: 'warn', params: { disease: usual.name, date: asked } };
  const bare = spans.find((span) => filingFor(answer.filings, { wanted: '', usual: usual.code, ...span }) === undefined);
  if (!bare) return undefined;
  const own = answer.filings.filter((one) => one.opsp_dise_code === usual.code);
  const ended = (own.length > 0 ? own : answer.filings)
    .filter((one) => one.enddate !== '' && one.enddate.slice(0, 10) < bare.to)
    .sort((a, b) => a.enddate.localeCompare(b.enddate))
    .at(-1);
  return ended
    ? { key: 'filing-expired', level: 'block', params: { disease: ended.opsp_dise_name || usual.name, date: ended.enddate.slice(0, 10) } }
    : { key: 'filing-missing', level: 'block', params: { disease: usual.name } };
}
