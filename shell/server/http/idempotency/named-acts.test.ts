import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { doNamed } from './named-acts.ts';

const act = { userId: 'u1', key: 'k1', route: 'POST /api/x', bodyHash: '', named: true } as const;
const no = new AppError('x.no');

/** @param stands whether no copy was done before the refusal was noted */
async function told(stands: boolean, ...attempts: (string | Error)[]): Promise<unknown> {
  const noted: unknown[] = [];
  const ledger = { refuse: async (_act: unknown, refusal: unknown) => noted.push(refusal) > 0 && stands };
  const database = { transaction: async (work: () => Promise<unknown>) => await work() };
  const attempt = async (): Promise<string> => {
    const one = attempts.shift();
    if (typeof one === 'string') return one;
    throw one;
  };
  const answer = await doNamed(ledger as never, database as never, act, attempt).catch((error: unknown) => error);
  return [answer, noted.length, attempts.length];
}

it('notes what refuses a named act before anybody hears of it, and nothing that may come back', async () => {
  expect(await told(true, 'done')).toEqual(['done', 0, 0]);
  expect(await told(true, no, 'done')).toEqual([no, 1, 1]);
  const fault = new TypeError('broken');
  expect(await told(true, fault, 'done')).toEqual([fault, 0, 1]);
  const ended = new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
  expect(await told(true, ended, 'done')).toEqual([ended, 0, 1]);
});

it('whoever was refused while a copy was being done hears what became of it, and is asked once more at most', async () => {
  expect(await told(false, no, 'repeated')).toEqual(['repeated', 1, 0]);
  expect(await told(false, no, no, 'never')).toEqual([no, 1, 1]);
});
