import { expect, it } from 'vitest';
import { island } from './island.adapter.ts';

const read = (status: number, text: string) => island.read({ status, contentType: 'application/json', text });

it('tells an answer, a refusal on the way, and what nobody can read apart', () => {
  expect(read(200, '{"infcode":"0","inf_refmsgid":"990100202603021030000000000001","output":"{\\"a\\":1}"}')).toMatchObject({
    kind: 'answer',
    answer: { infcode: '0', output: { a: 1 } },
  });
  expect(read(200, '{"errcode":"AGT.5000","errmsg":"超时"}')).toMatchObject({ kind: 'gateway', errcode: 'AGT.5000' });
  // Half an answer is no refusal: nobody knows whether the money moved.
  expect(read(200, '{"infcode":"0","outp')).toEqual({ kind: 'broken', reason: 'HTTP 200' });
  expect(read(502, '<html>')).toEqual({ kind: 'broken', reason: 'HTTP 502' });
});
