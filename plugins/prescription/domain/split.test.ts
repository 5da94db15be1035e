import { fen } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DrugType } from '../../catalogue/contract/index.ts';
import { MAX_DRUGS, mustSplit, planSplit, type SplitHead, type SplitLine } from './split.ts';
import { totalsOf } from './lines/totals.ts';

const head: SplitHead = { reimWay: '310', dpType: 14, mainDisease: 'N18.501' };
let next = 0;
const line = (over: Partial<SplitLine> = {}): SplitLine => {
  next += 1;
  return {
    id: `l${next}`,
    kind: 'drug',
    drugForm: '片剂',
    controlClass: '',
    isGroup: 0,
    diseCodg: '',
    medType: 0,
    pharmacy: '',
    stockKept: true,
    ownPay: false,
    ...over,
  };
};
const treatment = (over: Partial<SplitLine> = {}) => line({ kind: 'item', drugForm: '', stockKept: false, ...over });
const idsOf = (lines: readonly SplitLine[], at = head) => planSplit(lines, at).parts.map((part) => part.lines.map(({ id }) => id));
const rulesOf = (lines: readonly SplitLine[], at = head) => planSplit(lines, at).rules;

describe('[7.7-07] splitting a prescription', () => {
  it('an ordinary one with five drugs and treatments stays whole', () => {
    const lines = [...Array.from({ length: 5 }, () => line()), treatment(), treatment()];
    expect(mustSplit(planSplit(lines, head))).toBe(false);
    expect(idsOf(lines)).toEqual([lines.map(({ id }) => id)]);
    expect(planSplit([], head)).toEqual({ parts: [], rules: [] });
  });

  it('narcotic and psychotropic I share a sheet; psychotropic II and toxic stand alone', () => {
    const [morphine, ketamine, diazepam, arsenic, plain] = [
      line({ controlClass: 'narcotic' }),
      line({ controlClass: 'psych1' }),
      line({ controlClass: 'psych2' }),
      line({ controlClass: 'toxic' }),
      line(),
    ] as [SplitLine, SplitLine, SplitLine, SplitLine, SplitLine];
    const plan = planSplit([plain, morphine, diazepam, ketamine, arsenic], head);
    expect(plan.rules).toEqual(['control']);
    expect(plan.parts.map((part) => [part.control, part.lines.map(({ id }) => id)])).toEqual([
      ['', [plain.id]],
      ['narcotic', [morphine.id, ketamine.id]],
      ['psych2', [diazepam.id]],
      ['toxic', [arsenic.id]],
    ]);
  });

  it('slices, diseases, medical categories, self-pay and pharmacies come apart in that order', () => {
    expect(rulesOf([line(), line({ drugForm: '中药饮片' })])).toEqual(['slices']);
    expect(rulesOf([line(), line({ diseCodg: 'I10.x00' })])).toEqual(['disease']);
    expect(rulesOf([line({ diseCodg: 'N18.501' }), line()])).toEqual([]);
    expect(rulesOf([line(), line({ medType: 11 })])).toEqual(['category']);
    expect(rulesOf([line(), line({ ownPay: true })])).toEqual(['insurance']);
    expect(rulesOf([line(), line({ ownPay: true })], { ...head, reimWay: '0' })).toEqual([]);
    expect(rulesOf([line(), line({ pharmacy: '透析药房' })])).toEqual(['pharmacy']);
    expect(rulesOf([line(), line({ controlClass: 'psych2' }), line({ drugForm: '饮片' }), line({ ownPay: true })])).toEqual(['control', 'slices', 'insurance']);
  });

  it('thirty herbs stay on one sheet', () => {
    expect(idsOf(Array.from({ length: 30 }, () => line({ drugForm: '饮片' })))).toHaveLength(1);
  });

  it('what comes from no pharmacy rides along with the first', () => {
    const [visit, drug, other] = [treatment(), line({ pharmacy: 'A' }), line({ pharmacy: 'B' })] as [SplitLine, SplitLine, SplitLine];
    expect(idsOf([visit, drug, other])).toEqual([[visit.id, drug.id], [other.id]]);
  });

  it('a group moves to the next sheet whole; one with more than five drugs has its own', () => {
    const four = Array.from({ length: 4 }, () => line());
    const group = [line({ isGroup: 1 }), line({ isGroup: 1 })];
    expect(idsOf([...four, ...group])).toEqual([four.map(({ id }) => id), group.map(({ id }) => id)]);
    const six = Array.from({ length: 6 }, () => line({ isGroup: 2 }));
    expect(idsOf([line(), ...six]).map((ids) => ids.length)).toEqual([1, 6]);
  });

  it('a group goes where its strictest member must go', () => {
    const group = [line({ isGroup: 1 }), line({ isGroup: 1, controlClass: 'narcotic', ownPay: true })];
    const plan = planSplit([line(), ...group], head);
    expect(plan.parts.map((part) => [part.control, part.reimWay, part.lines.length])).toEqual([
      ['', '310', 1],
      ['narcotic', '310', 2],
    ]);
  });
});

const anyLine = fc.record({
  kind: fc.constantFrom<SplitLine['kind'][]>('drug', 'drug', 'drug', 'material', 'item'),
  drugForm: fc.constantFrom('片剂', '注射剂', '中药饮片'),
  controlClass: fc.constantFrom<SplitLine['controlClass'][]>('', '', '', 'toxic', 'psych2', 'psych1', 'narcotic'),
  isGroup: fc.constantFrom(0, 0, 1, 2, 3),
  diseCodg: fc.constantFrom('', '', 'N18.501', 'I10.x00'),
  medType: fc.constantFrom(0, 0, 11, 14),
  pharmacy: fc.constantFrom('', '', '透析药房'),
  ownPay: fc.boolean(),
});
const anyLines = fc
  .array(anyLine, { maxLength: 40 })
  .map((rows): SplitLine[] =>
    rows.map((row, index) => ({ ...row, id: `r${index}`, stockKept: row.kind !== 'item', isGroup: row.kind === 'drug' ? row.isGroup : 0 })),
  );
const anyHead = fc.record({ reimWay: fc.constantFrom('0', '310'), dpType: fc.constantFrom(11, 14), mainDisease: fc.constantFrom('', 'N18.501') });

describe('properties of splitting', () => {
  it('no line is lost or doubled, and each part keeps the order', () => {
    fc.assert(
      fc.property(anyLines, anyHead, (lines, at) => {
        const { parts } = planSplit(lines, at);
        const place = new Map(lines.map(({ id }, index) => [id, index]));
        expect(parts.flatMap((part) => part.lines.map(({ id }) => id)).sort()).toEqual(lines.map(({ id }) => id).sort());
        for (const part of parts) {
          const places = part.lines.map(({ id }) => place.get(id) ?? -1);
          expect(places).toEqual([...places].sort((a, b) => a - b));
        }
        if (lines[0]) expect(parts[0]?.lines[0]?.id).toBe(lines[0].id);
      }),
    );
  });

  it('[9-06] groups stay whole and no western sheet holds more than five drugs unless it is one group', () => {
    fc.assert(
      fc.property(anyLines, anyHead, (lines, at) => {
        const { parts } = planSplit(lines, at);
        for (const group of [1, 2, 3]) expect(parts.filter((part) => part.lines.some(({ isGroup }) => isGroup === group)).length).toBeLessThanOrEqual(1);
        for (const part of parts) {
          const drugs = part.lines.filter(({ kind }) => kind === 'drug');
          if (part.slices || drugs.length <= MAX_DRUGS) continue;
          expect(new Set(drugs.map(({ isGroup }) => isGroup)).size).toBe(1);
          expect(drugs[0]?.isGroup).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('the amounts of the parts add up to the whole to the fen, in every charge group', () => {
    const amounts = fc.record({
      drugType: fc.constantFrom<DrugType[]>('西药', '中成药', '耗材', '治疗', '化验', '其他'),
      subTotal: fc.integer({ min: 0, max: 99_999_999 }).map(fen),
      preselfpay: fc.integer({ min: 0, max: 999_999 }).map(fen),
      fulamtOwnpay: fc.integer({ min: 0, max: 999_999 }).map(fen),
      overlmt: fc.integer({ min: 0, max: 999_999 }).map(fen),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyLine, amounts), { maxLength: 40 }), anyHead, (rows, at) => {
        const lines = rows.map(([row, amount], index) => ({ ...row, ...amount, id: `r${index}`, stockKept: row.kind !== 'item' }));
        const whole = totalsOf(lines);
        const parts = planSplit(lines, at).parts.map((part) => totalsOf(part.lines));
        for (const column of Object.keys(whole) as (keyof typeof whole)[]) {
          expect(parts.reduce((sum, part) => sum + part[column], 0)).toBe(whole[column]);
        }
      }),
    );
  });

  it('splitting a part again changes nothing', () => {
    fc.assert(
      fc.property(anyLines, anyHead, (lines, at) => {
        for (const part of planSplit(lines, at).parts) {
          const again = planSplit(part.lines, { reimWay: part.reimWay, dpType: part.dpType, mainDisease: part.diseCodg });
          expect(again.rules).toEqual([]);
          expect(again.parts).toHaveLength(1);
        }
      }),
    );
  });
});
