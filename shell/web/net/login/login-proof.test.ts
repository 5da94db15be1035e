import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort } from '../../../../tests/support/cases/effort.ts';
import { LOGIN_PROOF_BITS, proofText } from '../../../contract/login-proof.ts';
import { findProof } from './login-proof.ts';
import { LoginWork } from './login-work.ts';

const zeroBits = (key: string, proof: string): number => {
  const bits = BigInt(`0x1${createHash('sha256').update(proofText(key, proof)).digest('hex')}`)
    .toString(2)
    .slice(1);
  return bits.indexOf('1');
};

test('what is found has the zeros that the server asks for, and fits the field of the log-in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uuid(), async (key) => {
      const proof = await findProof(key, new AbortController().signal);
      expect(zeroBits(key, proof)).toBeGreaterThanOrEqual(LOGIN_PROOF_BITS);
      expect(proof.length).toBeLessThanOrEqual(40);
    }),
    { numRuns: effort('proofs of work before a log-in', 2, 200) },
  );
});

test('a new picture gives the work for the one before up; without one there is nothing to do', async () => {
  const work = new LoginWork();
  expect(await work.proof).toBe('');
  work.begin('first');
  const first = work.proof;
  work.begin('second');
  expect(await first).toBe('');
  expect(zeroBits('second', await work.proof)).toBeGreaterThanOrEqual(LOGIN_PROOF_BITS);
  work.begin('');
  expect(await work.proof).toBe('');
});
