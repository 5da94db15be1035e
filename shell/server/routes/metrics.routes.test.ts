import { expect, it } from 'vitest';
import { metricsRoutes } from './metrics.routes.ts';

const figures = { now: () => Promise.reject(new Error('figures were read')) };

async function asked(token: string, authorization: string, fromThisComputer: boolean): Promise<string> {
  const [route] = metricsRoutes({} as never, figures, token);
  const answer = Promise.resolve(route?.handle?.({} as never, {} as never, { facts: { authorization, fromThisComputer } } as never));
  return await answer.then(
    () => 'answered',
    (error: { readonly key?: string; readonly message: string }) => error.key ?? error.message,
  );
}

it('2.5-05: with a token set everybody brings it, this computer, too; without one this computer alone is answered', async () => {
  const [token, closed, open] = ['0123456789abcdef', 'core.metrics-closed', 'figures were read'];
  expect(await asked(token, `Bearer ${token}`, false)).toBe(open);
  expect(await asked(token, token, false)).toBe(open);
  for (const wrong of ['', 'Bearer ', 'Bearer 0123456789abcdeg', `Bearer ${token}x`]) expect([wrong, await asked(token, wrong, true)]).toEqual([wrong, closed]);
  expect(await asked('', '', true)).toBe(open);
  for (const nothing of ['', 'Bearer ', 'Bearer x']) expect([nothing, await asked('', nothing, false)]).toEqual([nothing, closed]);
});
