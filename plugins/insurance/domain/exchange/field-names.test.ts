import { readNationalAnswer } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { fieldOf, listOf, nodeOf, textOf } from './field-names.ts';

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

  it('fields by all their names, and as text', () => {
    for (const sent of [{ psn_cash_pay: 12.5 }, { pdn_cash_pay: '12.5' }, { cash_payamt: 12.5 }, { psn_cash_pay: '', psn_cashpay: '12.5' }]) {
      expect(textOf(sent, 'psn_cash_pay')).toBe('12.5');
    }
    expect(fieldOf({ psn_pay: 0 }, 'psn_part_amt')).toBe(0);
    expect(fieldOf({ overlmt_selfpay: 3 }, 'overlmt_amt')).toBe(3);
    expect(fieldOf({ psn_cash_pay: null, pdn_cash_pay: 2 }, 'psn_cash_pay')).toBe(2);
    expect([textOf({ a: ' x ' }, 'a'), textOf({ a: 1 }, 'a'), textOf({}, 'a'), textOf({ a: {} }, 'a')]).toEqual(['x', '1', '', '']);
  });
});
