import { expect, test, vi } from 'vitest';
import { Reachability } from './reachability.ts';

function watched() {
  const waiting: { work: () => void; ms: number }[] = [];
  const ask = vi.fn<() => Promise<void>>();
  const onChange = vi.fn();
  const watch = new Reachability({
    ask,
    onChange,
    later: (work, ms) => {
      const entry = { work, ms };
      waiting.push(entry);
      return () => {
        const index = waiting.indexOf(entry);
        if (index >= 0) waiting.splice(index, 1);
      };
    },
  });
  return { watch, waiting, ask, onChange };
}

test('asks with growing pauses until the server is back', async () => {
  const { watch, waiting, ask, onChange } = watched();
  watch.note(true);
  expect(onChange).not.toHaveBeenCalled();
  watch.note(false);
  watch.note(false);
  expect(waiting.map(({ ms }) => ms)).toEqual([2000]);
  ask.mockRejectedValueOnce(new Error('away'));
  await watch.retryNow();
  expect(waiting.map(({ ms }) => ms)).toEqual([4000]);
  ask.mockResolvedValueOnce();
  await watch.retryNow();
  expect(waiting).toEqual([]);
  expect(onChange.mock.calls).toEqual([[false], [true]]);
});

test('any answer to another call ends the watch', () => {
  const { watch, waiting, onChange } = watched();
  watch.note(false);
  watch.note(true);
  expect(waiting).toEqual([]);
  expect(onChange.mock.calls).toEqual([[false], [true]]);
});
