import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { AsyncContext } from './async-context.ts';

it('is known in the course of its work, also after a wait, and nowhere else', async () => {
  const context = new AsyncContext<string>();
  const inside = context.run('inside', async () => {
    await nextTurn();
    return context.get();
  });
  expect(context.get()).toBeUndefined();
  expect(await inside).toBe('inside');
  expect(context.get()).toBeUndefined();
});

it('keeps what others know, and its own value of further out', async () => {
  const [one, other] = [new AsyncContext<number>(), new AsyncContext<number>()];
  const seen = await one.run(1, () =>
    other.run(2, async () => {
      const deeper = await one.run(3, async () => [one.get(), other.get()]);
      return [...deeper, one.get(), other.get()];
    }),
  );
  expect(seen).toEqual([3, 2, 1, 2]);
});

it('says nothing where a value was taken away, and in work that was detached', () => {
  const context = new AsyncContext<number | undefined>();
  const detached = new AsyncResource('test');
  const seen = context.run(1, () => [context.run(undefined, () => context.get()), detached.runInAsyncScope(() => context.get()), context.get()]);
  expect(seen).toEqual([undefined, undefined, 1]);
});
