import type { TransportReading } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNotSignedIn, verdictOf } from './outcome.ts';

const rules = { unknownWords: ['超时', '系统异常'] };
const answer = (infcode: string, err_msg: string, output: Record<string, unknown> = {}): TransportReading => ({
  kind: 'answer',
  answer: { infcode, inf_refmsgid: '', err_msg, output },
});
const reading: fc.Arbitrary<TransportReading> = fc.oneof(
  fc.record({ kind: fc.constant('broken' as const), reason: fc.string() }),
  fc.record({ kind: fc.constant('gateway' as const), errcode: fc.string(), errmsg: fc.string(), forwarded: fc.boolean() }),
  fc.record({
    kind: fc.constant('answer' as const),
    answer: fc.record({
      infcode: fc.constantFrom('0', '-1', '1', '-300300', '00', ''),
      inf_refmsgid: fc.string(),
      err_msg: fc.oneof(fc.string(), fc.constantFrom('系统异常', '接口超时', '  ')),
      output: fc.dictionary(fc.constantFrom('setlinfo', 'data'), fc.oneof(fc.jsonValue(), fc.record({ setl_id: fc.string() }))),
    }),
  }),
);

describe('three outcomes', () => {
  it('[outcome] money moved only with infcode 0 and a settlement number', () => {
    fc.assert(
      fc.property(fc.constantFrom('2207', '2207X', '2208'), reading, (infno, one) => {
        const verdict = verdictOf(infno, one, rules);
        if (verdict.kind !== 'success') return;
        expect(one).toMatchObject({ kind: 'answer', answer: { infcode: '0' } });
        expect(JSON.stringify(verdict.output)).toContain('setl_id');
      }),
    );
  });

  it('[outcome] nothing happened only where the platform said so about the case, or a gateway surely kept it', () => {
    fc.assert(
      fc.property(fc.constantFrom('1101', '2207', '2601'), reading, (infno, one) => {
        const verdict = verdictOf(infno, one, rules);
        const business = one.kind === 'answer' && one.answer.infcode === '-1' && one.answer.err_msg.trim() !== '' && !/超时|系统异常/.test(one.answer.err_msg);
        const kept = one.kind === 'gateway' && !one.forwarded;
        expect(verdict.kind === 'refused').toBe(business || kept);
      }),
    );
  });

  it.each<[string, string, TransportReading, string]>([
    ['a settlement number inside of text', '2207', answer('0', '', { setlinfo: '{"setl_id":"S1"}' }), 'success'],
    ['a settlement number that is a number', '2207', answer('0', '', { setlinfo: { setl_id: 4711 } }), 'success'],
    ['a settlement number one node deeper', '2208', answer('0', '', { data: { setlinfo: { setl_id: 'S1' } } }), 'success'],
    ['pre-settling has no settlement number', '2206', answer('0', '', { setlinfo: {} }), 'success'],
    ['no settlement number', '2207', answer('0', '', { setlinfo: {} }), 'unknown'],
    ['-300300', '2207', answer('-300300', '业务提示'), 'unknown'],
    ['words of the region', '2207', answer('-1', '调用中心超时'), 'unknown'],
    ['a sample that says 1 on a good answer', '1101', answer('1', ''), 'unknown'],
  ])('%s', (_name, infno, one, kind) => {
    expect(verdictOf(infno, one, rules).kind).toBe(kind);
  });

  it('knows when the sign-in is gone, and does not take other refusals for it', () => {
    expect(isNotSignedIn(verdictOf('1101', answer('-1', '操作员未签到或签到已失效'), rules))).toBe(true);
    expect(isNotSignedIn(verdictOf('9001', answer('-1', '操作员签到时间不允许'), rules))).toBe(false);
    expect(isNotSignedIn(verdictOf('2207', answer('-1', '医疗费总额不符'), rules))).toBe(false);
  });
});
