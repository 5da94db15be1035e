import { moneyFromText } from '@nephra/plugin-sdk/contract';
import { readNationalAnswer } from '../contract/index.ts';
import { describe, expect, it } from 'vitest';
import { dayOfField, gradeOf, hasField, listOf, moneyOf, nodeOf, numberOf, textOf, timeOf } from './field-names.ts';

describe('answers as platforms really send them', () => {
  it.each<[string, unknown, unknown]>([
    ['number', { infcode: 0, output: { a: 1 } }, { infcode: '0', output: { a: 1 } }],
    ['text', { infcode: '-1', err_msg: '不存在', output: null }, { infcode: '-1', err_msg: '不存在', output: {} }],
    ['output as text', { infcode: '0', output: '{"a":1}' }, { infcode: '0', output: { a: 1 } }],
    ['output as empty text', { infcode: '0', output: '' }, { infcode: '0', output: {} }],
    ['output as list', { infcode: 0, output: [{ a: 1 }] }, { infcode: '0', output: { data: [{ a: 1 }] } }],
    ['the whole as text', '{"infcode":"0"}', { infcode: '0', output: {} }],
  ])('%s', (_name, sent, expected) => {
    expect(readNationalAnswer(sent)).toMatchObject(expected as object);
  });

  it.each([undefined, null, 'no', 1, {}, { errcode: 'AGW.1403' }, []])('%j is none', (sent) => {
    expect(readNationalAnswer(sent)).toBeUndefined();
  });

  it('nodes come as object, as list, as text, or one level deeper', () => {
    for (const sent of [{ setlinfo: { a: 1 } }, { setlinfo: [{ a: 1 }] }, { setlinfo: '{"a":1}' }, { data: { setlinfo: { a: 1 } } }])
      expect(nodeOf(sent, 'setlinfo')).toEqual({ a: 1 });
    for (const sent of [{ insuinfo: { a: 1 } }, { insuinfo: [{ a: 1 }] }, { insuinfo: '[{"a":1}]' }]) expect(listOf(sent, 'insuinfo')).toEqual([{ a: 1 }]);
    expect([nodeOf({}, 'setlinfo'), listOf({}, 'insuinfo')]).toEqual([{}, []]);
  });

  it('amounts by all their names, as number or text', () => {
    for (const sent of [{ psn_cash_pay: 12.5 }, { pdn_cash_pay: '12.50' }, { cash_payamt: 12.5 }, { psn_cashpay: '12.5' }])
      expect(moneyOf(sent, 'psn_cash_pay')).toBe(1250);
    expect(moneyOf({ psn_pay: 1 }, 'psn_part_amt')).toBe(100);
    expect(moneyOf({ overlmt_selfpay: 3 }, 'overlmt_amt')).toBe(moneyFromText('3'));
    expect(moneyOf({}, 'psn_cash_pay')).toBe(0);
    expect(moneyOf({ psn_cash_pay: null, pdn_cash_pay: 2 }, 'psn_cash_pay')).toBe(200);
    expect(() => moneyOf({ psn_cash_pay: 'many' }, 'psn_cash_pay')).toThrow(RangeError);
  });

  it('grades, numbers, times', () => {
    expect(['1', '01', 1, '甲'].map((chrgitm_lv) => gradeOf({ chrgitm_lv }))).toEqual(['01', '01', '01', '01']);
    expect([numberOf({ cnt: '2.5' }, 'cnt'), numberOf({ cnt: 'x' }, 'cnt')]).toEqual([2.5, 0]);
    expect(['20260302', '2026-03-02', '2026-03-02T08:00:00', '20260302080000123'].map((at) => dayOfField({ at }, 'at'))).toEqual(Array(4).fill('2026-03-02'));
    expect(timeOf({ at: '20260302080000123' }, 'at')).toBe('2026-03-02 08:00:00');
    expect([textOf({ a: ' x ' }, 'a'), textOf({ a: 1 }, 'a'), hasField({ a: '' }, 'a')]).toEqual(['x', '1', false]);
  });
});
