import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Away } from '../../contract/stays.service.ts';
import { staysOf, whyAway } from '../stays.ts';
import type { AuditedLine, AuditedPrescription, AuditedSession } from './findings.ts';
import { againstPrices, overCap, testedTooSoon, type TestInterval, treatmentPriceOn, type TreatmentPrice, whileAway } from './price-rules.ts';

const dayAt = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
const session = (over: Partial<AuditedSession>): AuditedSession => ({
  ...{ sessionId: 's', patientId: 'p', day: '2026-03-02', mode: 'HDF', state: 5, startedAt: null, endedAt: null, minutes: 240, prescribedMinutes: 240 },
  ...{ endReason: '', check1At: null, check2At: 1, written: 'stands' },
  ...over,
});
const line = (over: Partial<AuditedLine>): AuditedLine => ({ kind: 'item', drugId: 'd', name: '', code: '', isTest: false, remark: '', ...over });
const rx = (day: string, lines: readonly AuditedLine[], over: Partial<AuditedPrescription> = {}): AuditedPrescription => ({
  ...{ dpId: `rx-${day}`, dpNumber: 'CF', patientId: 'p', day, treatments: [], dialysers: 0, lines },
  ...over,
});
const price = (over: Partial<TreatmentPrice>): TreatmentPrice => ({
  mode: 'HDF',
  from: '2026-01-01',
  to: null,
  drugId: '',
  includes: [],
  monthlyCap: 4,
  ...over,
});

describe('what a region pays for', () => {
  it('the rule of the day is the one that came last and is not over', () => {
    const rules = [price({ monthlyCap: 4, to: '2026-02-28' }), price({ from: '2026-02-01', monthlyCap: 6 }), price({ mode: 'HD', monthlyCap: 1 })];
    expect([treatmentPriceOn(rules, 'HDF', '2026-01-15')?.monthlyCap, treatmentPriceOn(rules, 'HDF', '2026-02-15')?.monthlyCap]).toEqual([4, 6]);
    expect([treatmentPriceOn(rules, 'HDF', '2025-12-31'), treatmentPriceOn(rules, 'HP', '2026-03-01')]).toEqual([undefined, undefined]);
  });

  it('whatever rules follow each other, the one in force that came last is meant, the first that was said among those of one day', () => {
    const day = fc.integer({ min: 0, max: 12 });
    const some = fc.record({ mode: fc.constantFrom('HD', 'HDF'), from: day, days: fc.option(fc.integer({ min: 0, max: 6 })) });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), fc.constantFrom('HD', 'HDF'), day, (all, mode, n) => {
        const rules = all.map(({ from, days, ...rest }, at) =>
          price({ ...rest, from: dayAt(from), to: days === null ? null : dayAt(from + days), drugId: `${at}` }),
        );
        const inForce = rules.filter((one) => one.mode === mode && one.from <= dayAt(n) && (one.to === null || dayAt(n) <= one.to));
        const last = Math.max(...inForce.map(({ from }) => Date.parse(from)));
        expect(treatmentPriceOn(rules, mode, dayAt(n))).toBe(inForce.find(({ from }) => Date.parse(from) === last));
        // The same rule is meant where months are looked through.
        const lines = line({ kind: 'material', name: '管路' });
        const said = rules.map((rule, at) => ({ ...rule, includes: at % 2 === 0 ? ['管路'] : [] }));
        const found = againstPrices([session({ mode, day: dayAt(n) })], [rx(dayAt(n), [lines])], said);
        expect(found.map(({ kind }) => kind)).toEqual(treatmentPriceOn(said, mode, dayAt(n))?.includes.length ? ['included-charged'] : []);
      }),
    );
  });

  it('more treatments of a mode than the cap are found once for a patient, at the first beyond, in whatever order they are read', () => {
    const history = fc.array(
      fc.record({
        n: fc.integer({ min: 0, max: 27 }),
        mode: fc.constantFrom('HD', 'HDF'),
        state: fc.constantFrom(3, 5, 8),
        patientId: fc.constantFrom('p', 'q'),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 8 }), (all, cap) => {
        const sessions = all.map(({ n, ...over }, at) => session({ ...over, sessionId: `s${String(at).padStart(2, '0')}`, day: dayAt(n) }));
        const found = overCap(sessions, [price({ monthlyCap: cap })]);
        for (const patientId of ['p', 'q']) {
          const held = sessions.filter((one) => one.patientId === patientId && one.mode === 'HDF' && one.state === 5);
          const own = found.filter((one) => one.patientId === patientId);
          expect(own).toHaveLength(held.length > cap ? 1 : 0);
          if (own[0]) expect(held.filter(({ day }) => day < (own[0]?.day ?? '')).length).toBeLessThanOrEqual(cap);
        }
        expect(overCap(sessions.toReversed(), [price({ monthlyCap: cap })])).toEqual(expect.arrayContaining(found as never[]));
        expect(overCap(sessions, [])).toEqual([]);
      }),
    );
  });

  it('included materials that are charged apart, and an item that is not the one in force, on days of a treatment alone', () => {
    const rules = [price({ drugId: 'new', includes: ['管路', 'C0203'] })];
    const lines = [
      line({ kind: 'material', name: '血液透析管路' }),
      line({ kind: 'material', name: '透析器', code: 'C0101' }),
      line({ kind: 'material', name: '针', code: 'C020311' }),
    ];
    const old = rx('2026-03-02', lines, { treatments: [{ drugId: 'old', name: '血液透析滤过', quantity: 1 }] });
    expect(againstPrices([session({})], [old], rules)).toMatchObject([
      { kind: 'other-item', params: { names: '血液透析滤过' } },
      { kind: 'included-charged', params: { names: '血液透析管路、针' } },
    ]);
    expect(againstPrices([session({ day: '2026-03-03' })], [old], rules)).toEqual([]);
    expect(againstPrices([session({})], [rx('2026-03-02', lines)], [price({})])).toEqual([]);
  });
});

describe('tests', () => {
  const intervals: TestInterval[] = [{ name: 'PTH', words: ['甲状旁腺'], days: 80, from: '2026-01-01', to: null }];
  it('charged again before the interval is over are found, as many as there are short intervals without a reason, in whatever order they are read', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.boolean()), { maxLength: 12 }), (all) => {
        const tests = all.map(([n, reasoned], at) =>
          rx(dayAt(n), [line({ isTest: true, name: '甲状旁腺激素测定', remark: reasoned ? '复查' : '' })], { dpId: `rx${String(at).padStart(2, '0')}` }),
        );
        const inTurn = tests.toSorted((a, b) => a.day.localeCompare(b.day) || a.dpId.localeCompare(b.dpId));
        const short = inTurn.filter((one, at) => {
          const before = inTurn[at - 1];
          return before !== undefined && one.lines[0]?.remark === '' && (Date.parse(one.day) - Date.parse(before.day)) / 86_400_000 < 80;
        });
        const months = [...new Set(tests.map(({ day }) => day.slice(0, 7)))];
        const found = months.flatMap((month) => testedTooSoon(tests, intervals, month));
        expect(found.map(({ dpId }) => dpId).toSorted()).toEqual(short.map(({ dpId }) => dpId).toSorted());
        expect(months.flatMap((month) => testedTooSoon(tests.toReversed(), intervals, month))).toHaveLength(found.length);
      }),
    );
  });
  it('other tests and other lines are not looked at', () => {
    const twice = [
      rx('2026-03-01', [line({ isTest: true, name: '血常规' })]),
      rx('2026-03-02', [line({ isTest: false, name: '甲状旁腺' })]),
      rx('2026-03-03', [line({ isTest: true, name: '甲状旁腺' })]),
    ];
    expect(testedTooSoon(twice, intervals, '2026-03')).toEqual([]);
  });
});

describe('somebody who was away', () => {
  it('treatments and charges within a stay are found, those of its first day and of the day of coming back are not', () => {
    const aways: Away[] = [
      { patientId: 'p', from: '2026-03-04', to: '2026-03-10', why: 'hospital' },
      { patientId: 'q', from: '2026-03-04', to: null, why: 'outcome' },
    ];
    const days = ['2026-03-04', '2026-03-05', '2026-03-09', '2026-03-10'];
    const found = whileAway(
      days.map((day) => session({ day, sessionId: day })),
      days.map((day) => rx(day, [line({})])),
      aways,
    );
    expect(found.map(({ day, sessionId }) => `${day}${sessionId === '' ? ' rx' : ''}`)).toEqual(['2026-03-05', '2026-03-09', '2026-03-05 rx', '2026-03-09 rx']);
    expect(whileAway([session({ patientId: 'q', day: '2026-09-01' })], [rx('2026-09-01', [], { patientId: 'q' })], aways)).toHaveLength(1);
  });

  it('stays follow from treatments that were missed for one until the patient came again', () => {
    const missed = (n: number, reason: string) => ({ patientId: 'p', day: dayAt(n), came: false, reason });
    const came = (n: number) => ({ patientId: 'p', day: dayAt(n), came: true, reason: '' });
    expect(
      staysOf([
        came(1),
        missed(2, 'refused'),
        missed(3, '住院治疗'),
        missed(5, '外出'),
        missed(7, '仍住院'),
        came(9),
        missed(11, '拒绝'),
        missed(13, 'in hospital'),
      ]),
    ).toEqual([
      { patientId: 'p', from: dayAt(3), to: dayAt(9), why: 'hospital' },
      { patientId: 'p', from: dayAt(13), to: null, why: 'hospital' },
    ]);
    const attendance = fc.array(fc.record({ n: fc.integer({ min: 0, max: 60 }), came: fc.boolean(), hospital: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(attendance, (all) => {
        const list = all.map(({ n, came: here, hospital }) => (here ? came(n) : missed(n, hospital ? '住院' : '外出')));
        const stays = staysOf(list);
        // Nobody who came is said to be away on that day, and stays do not overlap.
        for (const { day } of list.filter((one) => one.came)) expect(whileAway([session({ day })], [], stays)).toEqual([]);
        for (const [at, stay] of stays.entries()) expect(at === 0 || (stays[at - 1]?.to ?? '9') <= stay.from).toBe(true);
      }),
    );
  });

  it.each([
    ['hospital', 'hospital'],
    ['住院治疗', 'hospital'],
    ['elsewhere', 'travel'],
    ['回老家探亲，外院透析', 'travel'],
    ['transferred', 'outcome'],
    ['died', 'outcome'],
    ['refused', undefined],
    ['other', undefined],
    ['设备故障', undefined],
  ])('%s means %s', (reason, why) => {
    expect(whyAway(reason)).toBe(why);
  });
});
