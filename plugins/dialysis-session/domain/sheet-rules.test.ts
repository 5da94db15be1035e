import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS, READING_FIELDS } from '../contract/fields.ts';
import { chargeLines, type Treatment, usedLines } from './money/charge-lines.ts';
import { dueMark, minutesLeft, readingDueAt } from './due.ts';
import { entryTime } from './entry-time.ts';
import { type AuditedSession, findingsOf } from './money/findings.ts';
import { mergeFields } from './merge.ts';
import { isDue, toleranceOf } from './orders-due.ts';
import { flawsIn } from './plausible.ts';
import { isAccessLookedAt, isCheckFine, isWeighed } from './sheet.ts';
import { netWeight, ufByWeight, ufRate } from './weights.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-02T04:00:00Z');

describe('what is entered', () => {
  it('is refused with what is wrong: pressures of 1,200, upside down, hours for minutes, unknown fields', () => {
    const before = FIELDS.before;
    expect(flawsIn({ systolic: 1200 }, before)).toMatchObject([{ kind: 'out-of-range', params: { min: 40, max: 300 } }]);
    expect(flawsIn({ diastolic: 150 }, before, { systolic: 120 })).toMatchObject([{ kind: 'upside-down' }]);
    expect(flawsIn({ wrong: 1 }, before)).toMatchObject([{ kind: 'unknown-field' }]);
    expect(flawsIn({ limb: 'head' }, before)).toMatchObject([{ kind: 'unknown-choice' }]);
    expect(flawsIn({ systolic: Number.NaN }, before)).toMatchObject([{ kind: 'not-a-number' }]);
    expect(flawsIn({ temperature: 36.55 }, before)).toMatchObject([{ kind: 'decimals' }]);
    expect(flawsIn({ systolic: null, note: '' }, before)).toEqual([]);
    expect(flawsIn({ arterial: -150 }, READING_FIELDS)).toEqual([]);
  });

  it('weights: nothing weighed is not 0, 0 of ultrafiltration is not nothing, and no input gives NaN', () => {
    expect(netWeight({ scale: 63.5, clothes: 0.5 })).toBe(63);
    expect(netWeight({ scale: 30, clothes: 15 })).toBeNull();
    expect(ufByWeight(60, 60)).toBe(0);
    expect(ufByWeight(null, 60)).toBeNull();
    expect(ufByWeight(59, 60)).toBe(0);
    expect(ufRate(3000, 240, 55)).toBe(13.64);
    const anything = fc.oneof(fc.double(), fc.constant(null));
    fc.assert(fc.property(anything, anything, anything, (a, b, c) => !Number.isNaN(ufRate(a, b, c) ?? 0)));
  });

  it('a fistula is looked at by its thrill, a catheter by its exit site', () => {
    expect(isAccessLookedAt({ thrill: 'strong', skin: 'clean' }, 'AVF')).toBe(true);
    expect(isAccessLookedAt({ thrill: 'strong', skin: 'clean' }, 'TCC')).toBe(false);
    expect(isAccessLookedAt({ exitSite: 'dry' }, 'NCC')).toBe(true);
    expect(isWeighed({ noWeightReason: '卧床' })).toBe(true);
    expect(isCheckFine({ goods: 'ok', parameters: 'ok', identity: 'ok' })).toBe(false);
  });
});

describe('moments', () => {
  it('what waited keeps its age, the clock of the device decides nothing, nothing is in the future', () => {
    const off = 7 * HOUR;
    const waited = entryTime({ recordedAt: NOW - off - HOUR, sentAt: NOW - off }, NOW);
    expect(waited).toMatchObject({ at: NOW - HOUR, clockWrong: true, skewMs: off, late: false });
    expect(entryTime({ recordedAt: NOW + HOUR, sentAt: NOW }, NOW)).toMatchObject({ at: NOW, clockWrong: true });
    expect(entryTime({ recordedAt: NOW - 20 * HOUR, sentAt: NOW }, NOW)).toMatchObject({ at: NOW, clockWrong: true });
    expect(entryTime({ recordedAt: NOW, sentAt: NOW, statedAt: NOW - HOUR }, NOW)).toMatchObject({ at: NOW - HOUR, late: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9e12 }),
        fc.integer({ min: 0, max: 9e12 }),
        fc.option(fc.integer({ min: 0, max: 9e12 }), { nil: undefined }),
        (recordedAt, sentAt, statedAt) => {
          expect(entryTime({ recordedAt, sentAt, ...(statedAt !== undefined && { statedAt }) }, NOW).at).toBeLessThanOrEqual(NOW);
        },
      ),
    );
  });

  it('readings are due by the hour from the start or the last one', () => {
    expect(readingDueAt(NOW, null, 60)).toBe(NOW + HOUR);
    expect(readingDueAt(NOW, NOW + HOUR, 60)).toBe(NOW + 2 * HOUR);
    expect([dueMark(null, NOW, 10), dueMark(NOW + 1, NOW, 10), dueMark(NOW, NOW, 10), dueMark(NOW - HOUR, NOW, 10)]).toEqual([
      'none',
      'waiting',
      'due',
      'late',
    ]);
    expect(minutesLeft(NOW - HOUR, 240, NOW)).toBe(180);
  });

  it('a weekly order is due from the fifth day after it was given, a single one once', () => {
    const weekly = { orderId: 'o', once: false, everyDays: 7, from: '2026-03-01', to: null };
    expect(toleranceOf(7)).toBe(2);
    expect([isDue(weekly, '2026-03-02', '2026-03-06'), isDue(weekly, '2026-03-02', '2026-03-07')]).toEqual([false, true]);
    expect(isDue({ ...weekly, once: true }, '2026-03-02', '2026-03-20')).toBe(false);
    expect(isDue({ ...weekly, everyDays: 0 }, '2026-03-02', '2026-03-02')).toBe(true);
    expect(isDue({ ...weekly, to: '2026-03-05' }, null, '2026-03-06')).toBe(false);
  });
});

it('two people who fill in other fields both have theirs, and of one field both values are shown', () => {
  const field = fc.constantFrom('a', 'b', 'c');
  const values = fc.dictionary(field, fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(values, values, values, (stored, patch, base) => {
      const { fields, conflicts, changed } = mergeFields(stored, patch, base);
      for (const [name, mine] of Object.entries(patch)) {
        const clash = conflicts.find((one) => one.field === name);
        if (clash) expect([clash.mine, clash.theirs, fields[name] ?? null]).toEqual([mine, stored[name] ?? null, stored[name] ?? null]);
        else expect(fields[name]).toBe(mine);
      }
      for (const name of Object.keys(stored)) if (!changed.includes(name)) expect(fields[name]).toBe(stored[name]);
    }),
  );
});

describe('money', () => {
  const both = { used: true, charged: true };
  const kit = [
    { part: 'treatment' as const, kind: 'item' as const, drugId: 'hd', quantity: 1, ...both },
    { part: 'treatment' as const, kind: 'item' as const, drugId: 'hf', quantity: 1, ...both },
    { part: 'dialyser' as const, kind: 'material' as const, drugId: 'f6', quantity: 1, ...both },
    { part: 'lines' as const, kind: 'material' as const, drugId: 'line', quantity: 1, used: true, charged: false },
  ];
  const plain = { kit, dialyserId: null, perfusorId: null, given: [], scanned: [] };
  const charged = (over: Partial<Treatment>) => chargeLines({ ...plain, ...over }).map(({ drugId, quantity }) => [drugId, quantity]);
  const used = (over: Partial<Treatment>) => usedLines({ ...plain, ...over }).map(({ drugId, quantity, lots }) => [drugId, quantity, ...lots]);
  const epo = { kind: 'drug' as const, drugId: 'epo', quantity: 2, title: '促红素', codes: [] };
  it('one treatment item, the prescribed dialyser in place of that of the kit, what was given added up; used and charged are two facts', () => {
    const over = { dialyserId: 'f8', given: [epo, epo] };
    expect(charged(over)).toEqual([
      ['hd', 1],
      ['f8', 1],
      ['epo', 4],
    ]);
    expect(used(over)).toEqual([
      ['f8', 1],
      ['line', 1],
      ['epo', 4],
    ]);
  });

  it('what was scanned was used, with its lot; what the region includes is used and not charged, and its item is the one of the day', () => {
    const piece = (role: 'dialyser' | 'lines', drugId: string, lot: string) => ({ role, drugId, drugName: '', lot });
    const scanned = [piece('dialyser', 'f60', 'A1'), piece('dialyser', 'f60', 'A2'), piece('lines', 'line', 'B1'), piece('lines', 'needle', 'C1')];
    expect(used({ scanned })).toEqual([
      ['f60', 2, 'A1', 'A2'],
      ['line', 1, 'B1'],
      ['needle', 1, 'C1'],
    ]);
    expect(used({ scanned: [piece('dialyser', '', 'A9')] })).toEqual([
      ['f6', 1, 'A9'],
      ['line', 1],
    ]);
    const rule = { drugId: 'hd2026', includes: (drugId: string) => drugId === 'needle' };
    expect(charged({ scanned, rule })).toEqual([
      ['hd2026', 1],
      ['f60', 2],
    ]);
    expect(used({ scanned, rule })).toEqual(used({ scanned }));
  });

  const session = (over: Partial<AuditedSession>): AuditedSession => ({
    ...{
      sessionId: 's1',
      patientId: 'p1',
      day: '2026-03-02',
      mode: 'HD',
      state: 5,
      startedAt: NOW,
      endedAt: NOW + 4 * HOUR,
      minutes: 240,
      prescribedMinutes: 240,
    },
    ...{ endReason: '', check1At: NOW - 1, check2At: NOW + HOUR, written: 'stands' },
    ...over,
  });
  const rx = (over: object = {}) => ({
    ...{
      dpId: 'd1',
      dpNumber: 'CF1',
      patientId: 'p1',
      day: '2026-03-02',
      treatments: [{ drugId: 'hd', name: '血液透析', quantity: 1 }],
      dialysers: 1,
      lines: [],
    },
    ...over,
  });
  const kinds = (...given: Parameters<typeof findingsOf>) => findingsOf(...given).map(({ kind }) => kind);
  it('finds what an insurer would find, and nothing where all is right', () => {
    expect(kinds([session({})], [rx()], '2026-03-20', 15)).toEqual([]);
    expect(kinds([session({ state: 3 })], [], '2026-03-20', 15)).toEqual(['sheet-open']);
    expect(kinds([session({ state: 3 })], [], '2026-03-02', 15)).toEqual([]);
    expect(kinds([session({ written: 'none' })], [], '2026-03-20', 15)).toEqual(['not-written']);
    expect(kinds([], [rx()], '2026-03-20', 15)).toEqual(['lines-without-session']);
    expect(kinds([], [rx()], '2026-03-02', 15)).toEqual([]);
    expect(kinds([session({})], [rx(), rx({ dpId: 'd2', dialysers: 0 })], '2026-03-20', 15)).toEqual(['two-treatments']);
    const hf = rx({
      treatments: [
        { drugId: 'hd', name: '血液透析', quantity: 0.5 },
        { drugId: 'hf', name: '血液滤过', quantity: 0.5 },
      ],
    });
    expect(kinds([session({})], [hf], '2026-03-20', 15)).toEqual(['not-together']);
    expect(kinds([session({})], [rx({ dialysers: 2 })], '2026-03-20', 15)).toEqual(['dialysers-differ']);
    expect(kinds([session({ minutes: 200 })], [rx()], '2026-03-20', 15)).toEqual(['short']);
    expect(kinds([session({ minutes: 200, endReason: '低血压' })], [rx()], '2026-03-20', 15)).toEqual([]);
    const three = ['s1', 's2', 's3'].map((sessionId, at) => session({ sessionId, patientId: `p${at}` }));
    expect(kinds(three, [], '2026-03-20', 15)).toEqual(['same-times']);
  });
});
