import { fen } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PrintLine, printSheets, RX_ROWS } from './print-sheets.ts';

const line = (over: Partial<PrintLine> = {}): PrintLine => ({
  kind: 'drug',
  drugType: '西药',
  drugForm: '片剂',
  controlClass: '',
  isGroup: 0,
  drugUsage: '1',
  drugInterval: 'qd',
  drugDays: 7,
  subTotal: fen(100),
  ...over,
});
const adult = { dpType: 14, age: 60 };

describe('sheets of a prescription', () => {
  it('five rows of drugs, the rest blank; treatments and laboratory on paper of their own', () => {
    const sheets = printSheets(
      [...Array.from({ length: 7 }, () => line()), line({ kind: 'item', drugType: '治疗' }), line({ kind: 'item', drugType: '化验' })],
      adult,
    );
    expect(sheets.map(({ kind, rows, blankRows }) => [kind, rows.length, blankRows])).toEqual([
      ['rx', 5, 0],
      ['rx', 2, 3],
      ['treatment', 1, 0],
      ['assay', 1, 0],
    ]);
  });

  it('a group that does not fit goes to the next sheet with its bracket', () => {
    const group = [1, 2, 3].map(() => line({ isGroup: 1, drugUsage: '404' }));
    const [first, second] = printSheets([line(), line(), line(), ...group], adult);
    expect(first?.rows).toHaveLength(3);
    expect(second?.rows.map(({ mark }) => mark)).toEqual(['┏', '┃', '┗']);
  });

  it('[8] colours: red for narcotics and psychotropics I, yellow in emergency, green for children', () => {
    const colours = (lines: PrintLine[], head = adult) => printSheets(lines, head).map(({ colour }) => colour);
    expect(colours([line(), line({ controlClass: 'psych2' }), line({ controlClass: 'psych1' }), line({ controlClass: 'narcotic' })])).toEqual([
      'white',
      'white',
      'red',
      'red',
    ]);
    expect(colours([line()], { dpType: 13, age: 60 })).toEqual(['yellow']);
    expect(colours([line()], { dpType: 11, age: 9 })).toEqual(['green']);
    expect(printSheets([line()], { dpType: 11, age: null })[0]?.colour).toBe('white');
  });

  it('every line is on one sheet, sums add up, no group of five or fewer is broken', () => {
    const anyLine = fc.record({
      kind: fc.constantFrom<PrintLine['kind'][]>('drug', 'drug', 'material', 'item'),
      isGroup: fc.constantFrom(0, 1, 2, 3),
      controlClass: fc.constantFrom<PrintLine['controlClass'][]>('', '', 'psych2', 'narcotic'),
      drugForm: fc.constantFrom('片剂', '中药饮片'),
      subTotal: fc.integer({ min: 0, max: 1_000_000 }).map(fen),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 40 }), (rows) => {
        const groups = rows.map((row) => (row.kind === 'drug' && row.drugForm === '片剂' ? row.isGroup : 0));
        const lines = rows
          .map((row, index) => line({ ...row, isGroup: groups[index], drugType: row.kind === 'drug' ? '西药' : '耗材' }))
          .sort((a, b) => a.isGroup - b.isGroup);
        const sheets = printSheets(lines, adult);
        const printed = sheets.flatMap((sheet) => sheet.rows.map((row) => row.line));
        expect(printed).toHaveLength(lines.length);
        expect(new Set(printed)).toEqual(new Set(lines));
        expect(sheets.reduce((sum, sheet) => sum + sheet.subTotal, 0)).toBe(lines.reduce((sum, one) => sum + one.subTotal, 0));
        for (const sheet of sheets) if (sheet.kind === 'rx') expect(sheet.rows.length).toBeLessThanOrEqual(RX_ROWS);
        for (const group of [1, 2, 3]) {
          const members = lines.filter((one) => one.isGroup === group);
          if (members.length === 0 || members.length > RX_ROWS) continue;
          expect(sheets.filter((sheet) => sheet.rows.some((row) => row.line.isGroup === group))).toHaveLength(1);
        }
      }),
    );
  });
});
