import { expect, it } from 'vitest';
import { differingFrom } from './two-values.ts';

it('two different values of a test and a day are told, equal ones and those of other days are not', () => {
  const lab = (test: string, onDay: string, value: number) => ({ test, onDay, value });
  const all = [
    lab('ktv', '2026-03-01', 1.2),
    lab('ktv', '2026-03-01', 1.4),
    lab('ktv', '2026-03-02', 1.2),
    lab('urr', '2026-03-01', 70),
    lab('urr', '2026-03-01', 70),
  ];
  expect(all.map(differingFrom(all))).toEqual([true, true, false, false, false]);
});
