import { expect, it } from 'vitest';
import { type Look, ToilWatch } from './toil-watch.ts';

/** What is found at each of these looks, 100 ms apart. */
function found(...looks: readonly Partial<Look>[]): readonly string[] {
  const watch = new ToilWatch();
  return looks.map((look, at) => watch.judge({ atMs: at * 100, processorSeconds: 0, answers: 0, isAsked: true, ...look }));
}

it('one that is asked, calculates and answers nobody toils; from the second look on', () => {
  expect(found({ processorSeconds: 7 }, { processorSeconds: 7.1 }, { processorSeconds: 7.15 }, { processorSeconds: 7.16 })).toEqual([
    'rests',
    'toils',
    'toils',
    'rests',
  ]);
});

it('one that answers serves, however much it calculates', () => {
  expect(found({ answers: 3 }, { answers: 4, processorSeconds: 0.1 }, { answers: 4, processorSeconds: 0.2 })).toEqual(['rests', 'serves', 'toils']);
});

it('what it does while nobody waits for it, or has just begun to wait, counts for nothing', () => {
  expect(found({ isAsked: false }, { isAsked: false, processorSeconds: 0.1 }, { processorSeconds: 0.2 }, { processorSeconds: 0.3 })).toEqual([
    'rests',
    'rests',
    'rests',
    'toils',
  ]);
});

it('where the system does not tell what it used, it never toils', () => {
  expect(found({ processorSeconds: undefined }, { processorSeconds: undefined }, { processorSeconds: 9 })).toEqual(['rests', 'rests', 'rests']);
});
