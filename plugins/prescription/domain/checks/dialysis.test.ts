import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { around, found, line, quantity, running } from './checked-case.fixture.ts';
import type { CheckedCase, CheckedLine, SameDayLine } from './checked-line.ts';
import { INFECTION_RULES, type Serology, serologyDue, serologyState } from './infection.ts';
import { runChecks } from './run-checks.ts';

describe('[B17] checks around a dialysis', () => {
  const item = (drugName: string, over: Partial<CheckedLine> = {}) =>
    line({
      kind: 'item',
      drugId: drugName,
      drugName,
      ingredients: [],
      onceUsing: 1,
      onceUsingUnit: '次',
      drugInterval: 'st',
      drugDays: 1,
      stockKept: false,
      ...over,
    });
  const material = (drugName: string, over: Partial<CheckedLine> = {}) => item(drugName, { kind: 'material', onceUsingUnit: '支', preparaUnit: '支', ...over });
  const drug = (drugName: string, ingredient: string) => line({ drugId: drugName, drugName, ingredients: [ingredient] });
  const codes = (lines: readonly CheckedLine[], over: Partial<CheckedCase> = {}) => found(lines, over).map(([code, level, at]) => `${code} ${level} ${at}`);

  it('two treatments or two dialysers for one session need a reason; what belongs together does not', () => {
    expect(codes([item('血液透析'), item('血液透析滤过')])).toEqual(['session-twice reason 0,1']);
    expect(codes([item('血液透析'), item('血液透析')])).toEqual(['session-twice reason 0,1']);
    expect(codes([material('低通量透析器'), material('血液透析滤过器')])).toEqual(['dialyser-twice reason 0,1']);
    expect(codes([item('血液透析', { onceUsing: 2 })])).toEqual(['session-twice reason 0']);
    expect(codes([material('高通量透析器', { manualNum: true, drugNum: quantity(2), soldPrepUnits: quantity(2) })])).toEqual(['dialyser-twice reason 0']);
    const whole = [
      item('血液透析'),
      item('血液灌流'),
      material('高通量透析器'),
      material('血液灌流器'),
      material('血液透析管路'),
      material('血液灌流连接管路'),
    ];
    expect(codes([...whole, item('透析导管护理'), material('透析导管护理包'), item('透析前尿素')])).toEqual([]);
    expect(codes([item('血液透析联合灌流'), item('血液灌流')])).toEqual(['session-twice reason 0,1']);
    const hours = item('连续性血液净化', { preparaUnit: '小时', manualNum: true, drugNum: quantity(8), soldPrepUnits: quantity(8) });
    expect(codes([hours])).toEqual([]);
    expect(codes([hours, item('血液滤过')])).toEqual(['session-twice reason 0,1']);
    // A month of sessions is one treatment each time.
    const course = { drugInterval: 'tiw', drugDays: 28 };
    expect(
      codes([item('血液透析', course), material('高通量透析器', { ...course, manualNum: true, drugNum: quantity(12), soldPrepUnits: quantity(12) })]),
    ).toEqual([]);
    expect(codes([item('血液透析', { ...course, manualNum: true, drugNum: quantity(24), soldPrepUnits: quantity(24) })])).toEqual(['session-twice reason 0']);
  });

  it('the same part on another prescription of the day is said with its number: signed it needs a reason, a draft is a hint', () => {
    const other = (over: Partial<SameDayLine> = {}): SameDayLine => ({
      dpId: 'rx-old',
      dpNumber: 'CF1',
      kind: 'item',
      drugName: '血液透析滤过',
      signed: true,
      ...over,
    });
    const at = (lines: readonly CheckedLine[], sameDay: readonly SameDayLine[]) => codes(lines, { sameDay });
    expect(at([line(), item('血液透析')], [other()])).toEqual(['session-other reason 1']);
    expect(at([item('血液透析')], [other({ signed: false })])).toEqual(['session-other info 0']);
    const dialyser = material('高通量透析器');
    expect(at([dialyser], [other(), other({ kind: 'material', drugName: '血液滤过器' })])).toEqual(['dialyser-other reason 0']);
    // Dialysis here and perfusion, a dialyser or care there belong together.
    const beside = [other({ drugName: '血液灌流' }), other({ kind: 'material', drugName: '透析器' }), other({ drugName: '血液透析监测' })];
    expect(at([item('血液透析')], beside)).toEqual([]);
    expect(at([item('血液透析', { sale: 'unknown' }), line()], [other()]).filter((code) => code.startsWith('session'))).toEqual([]);
    const two = runChecks(around([item('血液透析')], { sameDay: [other(), other({ drugName: '血液透析' }), other({ dpId: 'rx-two', dpNumber: 'CF2' })] }));
    expect(two.map(({ key, params }) => [key, params.dpNumber, params.names])).toEqual([
      ['session-other:session:血液透析:rx-old', 'CF1', '血液透析滤过 + 血液透析'],
      ['session-other:session:血液透析:rx-two', 'CF2', '血液透析滤过'],
    ]);
  });

  it('anticoagulants that add up need a reason, on one prescription or over two; one of them does not', () => {
    const heparin = drug('肝素钠注射液', '肝素钠');
    const [lmwh, enoxaparin] = [drug('低分子肝素钠注射液', '低分子肝素钠'), drug('依诺肝素钠注射液', '依诺肝素钠')];
    expect(codes([heparin, lmwh])).toEqual(['anticoagulants reason 0,1']);
    expect(codes([enoxaparin, heparin])).toEqual(['anticoagulants reason 0,1']);
    expect(codes([lmwh, enoxaparin])).toEqual(['anticoagulants reason 0,1']);
    expect(codes([drug('枸橼酸钠抗凝液', '枸橼酸钠'), drug('注射用甲磺酸萘莫司他', '萘莫司他')])).toEqual(['anticoagulants reason 0,1']);
    expect(codes([drug('华法林钠片', '华法林'), heparin])).toEqual(['anticoagulants reason 0,1']);
    for (const one of [heparin, lmwh]) expect(codes([one, material('肝素帽')])).toEqual([]);
    expect(codes([heparin, drug('枸橼酸莫沙必利片', '莫沙必利')])).toEqual([]);
    const other = running({ dpId: 'rx-old', drugName: '那屈肝素钙注射液', ingredients: ['那屈肝素钙'] });
    expect(codes([heparin], { active: [other] })).toEqual(['anticoagulants-other reason 0']);
    // What names no ingredient is known by its name.
    expect(codes([line({ drugId: 'x', drugName: '达肝素钠注射液', ingredients: [] }), heparin])).toEqual(['anticoagulants reason 0,1']);
  });

  const dialysis = (serology: Partial<Serology> = {}, over: Partial<NonNullable<CheckedCase['dialysis']>> = {}): NonNullable<CheckedCase['dialysis']> => ({
    serology: { marks: ['NEG'], checkedOn: '2026-01-05', firstDate: '2020-01-01', ...serology },
    rules: INFECTION_RULES,
    bed: 'A01',
    isBed: true,
    day: '2026-03-02',
    ...over,
  });

  it('infection markers: missing needs a reason, pending, undated and too old are said, each once, and only beside a dialysis', () => {
    const session = [line(), item('血液透析')];
    const of = (serology: Partial<Serology>, over: Partial<NonNullable<CheckedCase['dialysis']>> = {}, lines: readonly CheckedLine[] = session) =>
      codes(lines, { dialysis: dialysis(serology, over) });
    expect(of({})).toEqual([]);
    expect(of({ marks: [], checkedOn: null })).toEqual(['infection-missing reason 1']);
    expect(of({ marks: ['PEND'] })).toEqual(['infection-pending info 1']);
    expect(of({ marks: ['HBV'], checkedOn: null })).toEqual(['infection-undated info 1']);
    expect(of({ checkedOn: '2025-09-03' })).toEqual([]);
    expect(of({ checkedOn: '2025-09-02' })).toEqual(['infection-overdue info 1']);
    expect(of({ marks: [] }, {}, [line()])).toEqual([]);
    const strict = { rules: { ...INFECTION_RULES, intervalDays: 30, missing: 'block', overdue: 'reason' } as const };
    expect(of({ marks: [] }, strict)).toEqual(['infection-missing block 1']);
    expect(of({}, strict)).toEqual(['infection-overdue reason 1']);
    expect(of({}, { isBed: false, bed: 'Z99' })).toEqual(['bed-unknown info 1']);
  });

  it('a test from before the first dialysis counts for three months of it', () => {
    const began = { firstDate: '2025-11-20', checkedOn: '2025-11-10' };
    expect(serologyDue(began, INFECTION_RULES)).toBe('2026-02-18');
    expect(serologyDue({ ...began, checkedOn: '2025-11-21' }, INFECTION_RULES)).toBe('2026-05-20');
    expect(serologyDue({ ...began, firstDate: null }, INFECTION_RULES)).toBe('2026-05-09');
  });

  it('[property] a test that counts on a day counted on every day before it, and a longer interval never shortens it', () => {
    const day = fc.integer({ min: 0, max: 2000 }).map((offset) => new Date(Date.UTC(2022, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        day,
        day,
        day,
        fc.option(day, { nil: null }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        (checkedOn, one, two, firstDate, days, more) => {
          const [early = '', late = ''] = [one, two].sort();
          const ok = (on: string, intervalDays: number) =>
            serologyState({ marks: ['NEG'], checkedOn, firstDate }, { ...INFECTION_RULES, intervalDays }, on) === 'ok';
          if (ok(late, days)) expect(ok(early, days)).toBe(true);
          if (ok(late, days)) expect(ok(late, days + more)).toBe(true);
        },
      ),
    );
  });
});
