import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { around, found, line, NOT_PREGNANT, quantity, running } from './checked-case.fixture.ts';
import type { CheckedCase, CheckedLine } from './checked-line.ts';
import { dosesOfDay } from './dose.ts';
import { openFinding, runChecks } from './run-checks.ts';
import { supplyLimit } from './supply.ts';

describe('checks of a prescription', () => {
  it('an ordinary line says nothing', () => {
    expect(found([line()])).toEqual([]);
  });

  it('what is unknown, disabled, senseless or nothing blocks and says only that', () => {
    expect(found([line({ sale: 'unknown' })])).toEqual([['item-unknown', 'block', [0]]]);
    expect(found([line({ sale: 'disabled' })])).toEqual([['item-disabled', 'block', [0]]]);
    expect(found([line({ inputFault: 'quantity-negative', fault: 'number' })])).toEqual([['quantity-negative', 'block', [0]]]);
    expect(found([line({ fault: 'dimension', drugNum: quantity(0) })])).toEqual([['quantity-dimension', 'block', [0]]]);
    expect(found([line({ drugNum: quantity(0) })])).toEqual([['quantity-zero', 'block', [0]]]);
  });

  it('allergy: ingredient, class and name block; a related class needs a reason; treatments contain nothing', () => {
    const allergic = (allergy: string) => ({ patient: { allergies: [allergy], age: 60, isDialysis: true, ...NOT_PREGNANT } });
    const amoxicillin = line({ drugName: '阿莫西林克拉维酸钾片', ingredients: ['阿莫西林', '克拉维酸'], allergyClasses: ['青霉素'] });
    const cefazolin = line({ drugName: '注射用头孢唑林钠', ingredients: ['头孢唑林'], allergyClasses: ['头孢菌素'] });
    expect(found([amoxicillin], allergic('青霉素'))).toEqual([['allergy', 'block', [0]]]);
    expect(found([amoxicillin], allergic('青霉素类药物'))).toEqual([['allergy', 'block', [0]]]);
    expect(found([amoxicillin], allergic('阿莫西林'))).toEqual([['allergy', 'block', [0]]]);
    expect(found([cefazolin], allergic('青霉素'))).toEqual([['allergy-cross', 'reason', [0]]]);
    expect(found([cefazolin], allergic('头孢菌素'))).toEqual([['allergy', 'block', [0]]]);
    expect(found([line({ kind: 'material', drugName: '酒精棉片', ingredients: [] })], allergic('酒精'))).toEqual([['allergy', 'block', [0]]]);
    expect(found([line({ kind: 'item', drugName: '青霉素皮试', ingredients: [] })], allergic('青霉素'))).toEqual([]);
    expect(found([line({ drugName: '碘化钾', ingredients: ['碘'] })], allergic('碘造影剂'))).toEqual([]);
  });

  it('an allergy stands above a slip of the same line', () => {
    const penicillin = line({ drugName: '注射用苄星青霉素', allergyClasses: ['青霉素'], inputFault: 'dose-too-large' });
    expect(found([penicillin], { patient: { allergies: ['青霉素'], age: 60, isDialysis: true, ...NOT_PREGNANT } })).toEqual([
      ['allergy', 'block', [0]],
      ['dose-too-large', 'block', [0]],
    ]);
  });

  it('duplicates: within the prescription, and with courses that still run; a renewal is only pointed out', () => {
    const combined = line({ drugId: 'drug-2', drugName: '沙库巴曲缬沙坦钠片', ingredients: ['沙库巴曲', '缬沙坦'] });
    expect(found([line(), combined])).toEqual([['duplicate', 'reason', [0, 1]]]);
    expect(found([line()], { active: [running()] })).toEqual([['duplicate-other', 'reason', [0]]]);
    expect(found([line()], { active: [running({ daysLeft: 7 })] })).toEqual([['duplicate-other', 'info', [0]]]);
    expect(found([line({ ingredients: [] }), line({ ingredients: [] })])).toEqual([]);
  });

  it('interactions: in either order, within and with running courses, at the level of the table', () => {
    const interactions = [{ ingredientA: '螺内酯', ingredientB: '缬沙坦', level: 'reason' as const, note: '高钾血症' }];
    const spironolactone = line({ drugId: 'drug-2', drugName: '螺内酯片', ingredients: ['螺内酯'] });
    expect(found([line(), spironolactone], { interactions })).toEqual([['interaction', 'reason', [0, 1]]]);
    expect(found([spironolactone, line()], { interactions })).toEqual([['interaction', 'reason', [0, 1]]]);
    expect(found([spironolactone], { interactions, active: [running()] })).toEqual([['interaction-other', 'reason', [0]]]);
  });

  it('doses of a day: units are converted, tablets are counted, a tenfold slip blocks', () => {
    const limits = { dailyDoseMin: 40, dailyDoseMax: 320 };
    expect(found([line({ ...limits, onceUsing: 320 })])).toEqual([]);
    expect(found([line({ ...limits, onceUsing: 0.33, onceUsingUnit: 'g' })])).toEqual([['dose-high', 'reason', [0]]]);
    expect(found([line({ ...limits, onceUsing: 3, onceUsingUnit: '粒', drugInterval: 'bid' })])).toEqual([['dose-high', 'reason', [0]]]);
    expect(found([line({ ...limits, onceUsing: 800, drugInterval: 'bid' })])).toEqual([['dose-high', 'block', [0]]]);
    expect(found([line({ ...limits, onceUsing: 20 })])).toEqual([['dose-low', 'info', [0]]]);
    expect(found([line({ ...limits, onceUsing: 0, manualNum: true })])).toEqual([]);
    expect(['qd', 'tid', 'qod', 'tiw', 'hd', 'q5h', 'st', 'prn'].map(dosesOfDay)).toEqual([1, 3, 1, 1, 1, 5, 1, 1]);
  });

  it('kidney, age and skin test; an unknown birthday says nothing', () => {
    const warned = line({ renalLevel: 'block', renalAdvice: '禁用', ageMin: 18, ageMax: 75, skinTest: true });
    const at = (age: number | null, isDialysis: boolean) => ({ patient: { allergies: [], age, isDialysis, ...NOT_PREGNANT } });
    expect(found([warned], at(60, true))).toEqual([
      ['renal', 'block', [0]],
      ['skin-test', 'info', [0]],
    ]);
    expect(found([warned], at(12, false))).toEqual([
      ['age-young', 'reason', [0]],
      ['skin-test', 'info', [0]],
    ]);
    expect(found([warned], at(80, false)).map(([code]) => code)).toEqual(['age-old', 'skin-test']);
    expect(found([warned], at(null, false)).map(([code]) => code)).toEqual(['skin-test']);
  });

  it('limited use: the doctor’s word, or a reason; the self-paying need neither', () => {
    const limited = line({ limitUseSign: 1, limitUseScope: '限透析患者' });
    expect(found([limited])).toEqual([['limit-use', 'reason', [0]]]);
    expect(found([{ ...limited, approvalMark: 1 }])).toEqual([]);
    expect(found([limited], { reimWay: '0' })).toEqual([]);
  });

  it('stock counts a drug over all its lines, at the level of the settings', () => {
    const stock = new Map([['drug-1', quantity(10)]]);
    const two = [line({ ingredients: [] }), line({ ingredients: [] })];
    expect(found(two, { stock })).toEqual([['stock-short', 'info', [0, 1]]]);
    expect(found(two, { stock, stockLevel: 'block' })).toEqual([['stock-short', 'block', [0, 1]]]);
    expect(found([line()], { stock })).toEqual([]);
    expect(found([line({ stockKept: false })], { stock: new Map() })).toEqual([]);
  });
});

describe('pregnancy and breast-feeding', () => {
  const warned = line({ pregnancyLevel: 'block', lactationLevel: 'reason', pregnancyAdvice: '可致胎儿肾损害' });
  const told = (pregnancy: CheckedCase['patient']['pregnancy'], pregnancyOn = '') => ({
    patient: { allergies: [], age: 30, isDialysis: false, pregnancy, pregnancyOn },
    dpType: 14,
  });

  it('each state has its own level; where nobody asked, only what is forbidden says so', () => {
    expect(found([warned], told('pregnant', '2026-02-20'))).toEqual([['pregnancy', 'block', [0]]]);
    expect(found([warned], told('lactating', '2026-02-20'))).toEqual([['lactation', 'reason', [0]]]);
    expect(found([warned], told('none', '2026-02-20'))).toEqual([]);
    expect(found([warned], told(''))).toEqual([]);
    expect(found([warned], told('unasked'))).toEqual([['pregnancy-unknown', 'info', [0]]]);
    const milder = line({ pregnancyLevel: 'reason', pregnancyAdvice: '权衡利弊' });
    expect(found([milder], told('unasked'))).toEqual([]);
    expect(found([milder, line({ drugId: 'drug-2', ingredients: ['叶酸'] })], told('pregnant'))).toEqual([['pregnancy', 'reason', [0]]]);
    expect(found([milder], told('lactating'))).toEqual([]);
  });

  it('the sentence has the advice and the day on which it was said', () => {
    const [finding] = runChecks(around([warned], told('pregnant', '2026-02-20')));
    expect(finding).toMatchObject({ key: 'pregnancy:drug-1', params: { line: 1, name: '缬沙坦胶囊', advice: '可致胎儿肾损害', day: '2026-02-20' } });
  });
});

describe('[8] supply limits', () => {
  const supplied = (over: Partial<CheckedLine>, given: Partial<CheckedCase> = {}) =>
    found([line(over)], given)
      .filter(([code]) => String(code).startsWith('supply'))
      .map(([code, level]) => `${code} ${level}`);
  const general = { dpType: 11, patient: { allergies: [], age: 60, isDialysis: false, ...NOT_PREGNANT } };

  it.each([
    [7, []],
    [8, ['supply-days reason']],
    [84, ['supply-days reason']],
    [85, ['supply-days block']],
  ])('an ordinary drug for %i days', (drugDays, expected) => {
    expect(supplied({ drugDays }, general)).toEqual(expected);
  });

  it.each([
    [28, []],
    [29, ['supply-days reason']],
    [84, ['supply-days reason']],
    [85, ['supply-days block']],
  ])('in chronic illness for %i days', (drugDays, expected) => {
    expect(supplied({ drugDays })).toEqual(expected);
  });

  it('narcotics: one injection, seven days slow-release, three days otherwise; more with a reason up to 3, 15 and 7', () => {
    const narcotic = { controlClass: 'narcotic' as const };
    const injection = { ...narcotic, drugForm: '注射剂', drugUsage: '403' };
    expect(supplied({ ...injection, drugInterval: 'st', drugDays: 1 })).toEqual([]);
    expect(supplied({ ...injection, drugInterval: 'bid', drugDays: 1 })).toEqual(['supply-doses reason']);
    expect(supplied({ ...injection, drugDays: 3 })).toEqual(['supply-days reason']);
    expect(supplied({ ...injection, drugDays: 4 })).toEqual(['supply-days block']);
    expect(supplied({ ...narcotic, drugForm: '缓释片', drugDays: 7 })).toEqual([]);
    expect(supplied({ ...narcotic, drugForm: '缓释片', drugDays: 15 })).toEqual(['supply-days reason']);
    expect(supplied({ ...narcotic, drugForm: '缓释片', drugDays: 16 })).toEqual(['supply-days block']);
    expect(supplied({ ...narcotic, drugDays: 3 })).toEqual([]);
    expect(supplied({ controlClass: 'psych1', drugDays: 7 })).toEqual(['supply-days reason']);
    expect(supplied({ controlClass: 'psych1', drugDays: 8 })).toEqual(['supply-days block']);
  });

  it('pethidine is one dose, given on the spot', () => {
    const pethidine = { controlClass: 'narcotic' as const, ingredients: ['哌替啶'], drugUsage: '403' };
    expect(supplied({ ...pethidine, drugInterval: 'st' })).toEqual([]);
    expect(supplied({ ...pethidine, drugInterval: 'bid', drugDays: 1 })).toEqual(['supply-doses block']);
  });

  it('psychotropic II seven days, methylphenidate fifteen, neither as a long prescription; antibiotics seven; emergency three', () => {
    expect(supplied({ controlClass: 'psych2', drugDays: 7 })).toEqual([]);
    expect(supplied({ controlClass: 'psych2', drugDays: 8 })).toEqual(['supply-days reason']);
    expect(supplied({ controlClass: 'psych2', drugDays: 29 })).toEqual(['supply-days block']);
    expect(supplied({ controlClass: 'psych2', ingredients: ['哌甲酯'], drugDays: 15 })).toEqual([]);
    expect(supplied({ antibiotic: true, drugDays: 14 })).toEqual(['supply-days reason']);
    expect(supplied({ antibiotic: true, drugDays: 29 })).toEqual(['supply-days block']);
    expect(supplied({ drugDays: 4 }, { dpType: 13 })).toEqual(['supply-days reason']);
  });

  it('a limit of the drug’s own shortens what goes without a reason, and never lengthens it', () => {
    expect(supplied({ controlClass: 'toxic', supplyDays: 2, drugDays: 2 })).toEqual([]);
    expect(supplied({ controlClass: 'toxic', supplyDays: 2, drugDays: 3 })).toEqual(['supply-days reason']);
    expect(supplied({ supplyDays: 60, drugDays: 30 })).toEqual(['supply-days reason']);
    expect(supplied({ controlClass: 'psych2', supplyDays: 5, drugDays: 6 })).toEqual(['supply-days reason']);
    expect(supplied({ controlClass: 'psych2', supplyDays: 5, drugDays: 29 })).toEqual(['supply-days block']);
    const pethidine = { controlClass: 'narcotic' as const, ingredients: ['哌替啶'], drugUsage: '403', supplyDays: 3 };
    expect(supplied({ ...pethidine, drugInterval: 'bid', drugDays: 1 })).toEqual(['supply-doses block']);
  });

  it('a longer course is never judged milder', () => {
    const weight = { none: 0, info: 1, reason: 2, block: 3 };
    const judged = (over: Partial<CheckedLine>, dpType: number) =>
      weight[runChecks(around([line(over)], { dpType })).find(({ code }) => code.startsWith('supply'))?.level ?? 'none'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 366 }),
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom<CheckedLine['controlClass'][]>('', 'psych2', 'psych1', 'narcotic', 'toxic'),
        fc.constantFrom('片剂', '缓释片', '注射剂'),
        fc.boolean(),
        fc.constantFrom(11, 13, 14),
        (drugDays, more, controlClass, drugForm, antibiotic, dpType) => {
          const over = { controlClass, drugForm, antibiotic };
          expect(judged({ ...over, drugDays: drugDays + more }, dpType)).toBeGreaterThanOrEqual(judged({ ...over, drugDays }, dpType));
          const limit = supplyLimit(line(over), { dpType, isDialysis: true });
          expect(limit.most).toBeGreaterThanOrEqual(limit.usual);
        },
      ),
    );
  });
});

describe('properties of the checks', () => {
  const anyLine = fc
    .record({
      drugId: fc.constantFrom('a', 'b', 'c'),
      ingredients: fc.subarray(['缬沙坦', '螺内酯', '地高辛']),
      allergyClasses: fc.subarray(['青霉素', '头孢菌素']),
      onceUsing: fc.constantFrom(0, 40, 80, 4000),
      drugDays: fc.integer({ min: 0, max: 120 }),
      dailyDoseMax: fc.constantFrom(0, 320),
      limitUseSign: fc.constantFrom(0, 1),
    })
    .map((over) => line(over));
  const anyCase = fc.record({ lines: fc.array(anyLine, { maxLength: 8 }), allergies: fc.subarray(['青霉素', '缬沙坦', '胶布']) });

  it('keys are unique, the hardest stand first, places are real', () => {
    fc.assert(
      fc.property(anyCase, ({ lines, allergies }) => {
        const findings = runChecks(around(lines, { patient: { allergies, age: 60, isDialysis: true, ...NOT_PREGNANT } }));
        expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
        const weights = findings.map(({ level }) => ({ block: 0, reason: 1, info: 2 })[level]);
        expect(weights).toEqual([...weights].sort());
        for (const finding of findings) for (const place of finding.lines) expect(lines[place]).toBeDefined();
      }),
    );
  });

  it('with a reason for everything that takes one, only a block is left open', () => {
    fc.assert(
      fc.property(anyCase, ({ lines, allergies }) => {
        const findings = runChecks(around(lines, { patient: { allergies, age: 60, isDialysis: true, ...NOT_PREGNANT } }));
        const answered = new Set(findings.filter(({ level }) => level === 'reason').map(({ key }) => key));
        expect(openFinding(findings, answered)?.level).toBe(findings.some(({ level }) => level === 'block') ? 'block' : undefined);
        expect(openFinding(findings, new Set())?.level).toBe(findings[0]?.level === 'info' ? undefined : findings[0]?.level);
      }),
    );
  });
});
