import { expect, it } from 'vitest';
import { NotAnswered, patience, patienceOf } from './patience.ts';

it('a service is given up before whoever called for it is, and a file may take ten times as long', () => {
  const { call, service, file, job } = patienceOf({ pluginCallSeconds: 60, pluginJobMinutes: 60 });
  expect(service).toBeLessThan(call);
  expect([call, file, job]).toEqual([60, 600, 3_600]);
});

it('a caller who left, before or meanwhile, ends the waiting with the reason; an answer takes the waiting back', () => {
  const tooLong = (): NotAnswered => new NotAnswered('acme', 'read', 600);
  const cuts: unknown[] = [];
  const gone = new AbortController();
  const takeBack = patience(600, tooLong, gone.signal)((reason) => cuts.push(reason));
  takeBack();
  gone.abort('left');
  expect(cuts).toEqual([]);
  const over = patience(600, tooLong, gone.signal)((reason) => cuts.push(reason));
  expect(cuts).toEqual(['left']);
  over();
});
