import { expect, it } from 'vitest';
import { settlementTable } from './settlement.table.ts';
import { wholeCharacters } from './whole-characters.ts';

const CUT = '医保𠮷'.slice(0, 3);

it('a text that was cut in the middle of a character is kept, also inside JSON', () => {
  const at = new Date(0);
  expect(wholeCharacters({ said: CUT, whole: '𠮷', at, count: 1, none: null, params: { reason: CUT, codes: [CUT] } })).toEqual({
    said: '医保\uFFFD',
    whole: '𠮷',
    at,
    count: 1,
    none: null,
    params: { reason: '医保\uFFFD', codes: ['医保\uFFFD'] },
  });
});

it('columns take what they would refuse without it', () => {
  const row = { problem: CUT, problemParams: { reason: CUT } };
  expect(() => settlementTable.toSql(row)).toThrow('core.bad-value');
  expect(settlementTable.toSql(wholeCharacters(row))).toEqual({ problem: '医保\uFFFD', problem_params: '{"reason":"医保\uFFFD"}' });
});
