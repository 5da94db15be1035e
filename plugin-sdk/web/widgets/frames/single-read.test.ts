import { expect, it } from 'vitest';
import { SingleRead } from './single-read.ts';

function reads() {
  const begun: { readonly background: boolean; readonly end: () => void; readonly fail: (error: unknown) => void }[] = [];
  const read = new SingleRead((background) => new Promise((end, fail) => void begun.push({ background, end, fail })));
  return { begun, read };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('who asks while a read is under way gets its end, and one more read follows for all of them', async () => {
  const { begun, read } = reads();
  const first = read.run();
  expect([read.run(true), read.run()]).toEqual([first, first]);
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await first;
  await settled();
  expect(begun.map(({ background }) => background)).toEqual([false, true]);
  begun[1]?.end();
  await settled();
  expect(begun).toHaveLength(2);
  void read.run();
  expect(begun).toHaveLength(3);
});

it('a failure is told to who asked, and what was asked for meanwhile is read all the same', async () => {
  const { begun, read } = reads();
  const first = read.run();
  void read.run().catch(() => undefined);
  begun[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  expect(begun).toHaveLength(2);
});

it('nothing follows once it is dropped', async () => {
  const { begun, read } = reads();
  const first = read.run();
  void read.run();
  read.drop();
  begun[0]?.end();
  await first;
  await settled();
  expect(begun).toHaveLength(1);
});
