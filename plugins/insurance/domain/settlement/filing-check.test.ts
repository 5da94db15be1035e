import { describe, expect, it } from 'vitest';
import { filingVerdict, spansOf } from './filing-check.ts';

const usual = { code: 'M07801', name: '透析' };
const now = new Date('2026-04-01T02:00:00Z');
const filing = (begndate: string, enddate: string, code = usual.code) => ({ opsp_dise_code: code, opsp_dise_name: `病${code}`, begndate, enddate });
const month = spansOf(['2026-03-30', '2026-03-02', '2026-03-02'], 'month');
const verdict = (filings: ReturnType<typeof filing>[], spans = month, askedAt = now) => filingVerdict({ filings, askedAt }, { spans, usual, now });

describe('[M5] chronic filings of a month', () => {
  it('the whole month in one, or each day with a session', () => {
    expect(month).toEqual([{ from: '2026-03-02', to: '2026-03-30' }]);
    expect(spansOf(['2026-03-30', '2026-03-02'], 'session')).toEqual([
      { from: '2026-03-02', to: '2026-03-02' },
      { from: '2026-03-30', to: '2026-03-30' },
    ]);
    expect(spansOf([], 'month')).toEqual([]);
  });

  it('covers, ended before or within the month, begins too late, none, another disease', () => {
    expect(verdict([filing('2025-01-01', '')])).toBeUndefined();
    expect(verdict([filing('2025-01-01', '2026-03-30 23:59:59')])).toBeUndefined();
    expect(verdict([filing('2025-01-01', '2026-03-29')])).toEqual({
      key: 'filing-expired',
      level: 'block',
      params: { disease: '病M07801', date: '2026-03-29' },
    });
    expect(verdict([filing('2025-01-01', '2025-12-31'), filing('2025-01-01', '2026-01-31')])?.params.date).toBe('2026-01-31');
    expect(verdict([filing('2026-03-10', '')])).toEqual({ key: 'filing-missing', level: 'block', params: { disease: '透析' } });
    expect(verdict([])?.key).toBe('filing-missing');
    expect(verdict([filing('2025-01-01', '', 'M03900')])).toBeUndefined();
    expect(verdict([filing('2025-01-01', '', 'M03900'), filing('2025-01-01', '', 'M01600')])?.key).toBe('filing-missing');
  });

  it('two filings that follow each other serve settlements by day, not one over the whole month', () => {
    const two = [filing('2025-01-01', '2026-03-15'), filing('2026-03-16', '')];
    expect(verdict(two)?.key).toBe('filing-expired');
    expect(verdict(two, spansOf(['2026-03-02', '2026-03-30'], 'session'))).toBeUndefined();
  });

  it('never asked or asked too long ago is worth a look and stops nobody; nothing to settle needs nothing', () => {
    expect(filingVerdict(undefined, { spans: month, usual, now })).toEqual({ key: 'filing-unasked', level: 'warn', params: { disease: '透析' } });
    expect(verdict([], month, new Date('2026-03-24T17:00:00Z'))).toEqual({ key: 'filing-old', level: 'warn', params: { disease: '透析', date: '2026-03-25' } });
    expect(verdict([], [])).toBeUndefined();
  });
});
