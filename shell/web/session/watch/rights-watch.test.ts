import { describe, expect, test, vi } from 'vitest';
import { RightsWatch } from './rights-watch.ts';
import { SessionRefused } from '../session-loader.ts';

function watching(answers: readonly (string | Error)[]) {
  let digest = 'd1';
  let at = 0;
  const hooks = { tell: vi.fn(), refused: vi.fn() };
  const reload = vi.fn(async () => {
    const answer = answers[at++] ?? digest;
    if (answer instanceof Error) throw answer;
    digest = answer;
  });
  return { watch: new RightsWatch({ digest: () => digest, reload, ...hooks }), reload, ...hooks };
}

describe('rights that change while somebody works', () => {
  test('[6-04] are read again and told once', async () => {
    const { watch, reload, tell } = watching(['d2']);
    await watch.changed();
    expect(reload).toHaveBeenCalledOnce();
    expect(tell).toHaveBeenCalledOnce();
  });

  test('many words in a row lead to two askings and one sentence', async () => {
    const { watch, reload, tell } = watching(['d2', 'd3']);
    await Promise.all([watch.changed(), watch.changed(), watch.changed(), watch.changed()]);
    expect(reload).toHaveBeenCalledTimes(2);
    expect(tell).toHaveBeenCalledOnce();
  });

  test('nothing is said when they are as before', async () => {
    const { watch, tell } = watching(['d1']);
    await watch.changed();
    expect(tell).not.toHaveBeenCalled();
  });

  test('without an answer everything stays, and the next word counts', async () => {
    const { watch, tell, refused } = watching([new Error('away'), 'd2']);
    await watch.changed();
    expect(tell).not.toHaveBeenCalled();
    expect(refused).not.toHaveBeenCalled();
    await watch.changed();
    expect(tell).toHaveBeenCalledOnce();
  });

  test('[6-06] with nothing left, the session ends with the sentence for it', async () => {
    const { watch, refused } = watching([new SessionRefused('no menu')]);
    await watch.changed();
    expect(refused).toHaveBeenCalledExactlyOnceWith('no menu');
  });
});
