import { expect, test, vi } from 'vitest';
import { PICTURE_BYTES, pictureToSend } from './picture-to-send.ts';

const file = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'a', { type });
function shell() {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  return { said, t: (key: string) => key, toast: { success: say, info: say, warning: say, error: say } };
}
const measured = async () => ({ width: 30, height: 20 });

test('[5-25] pictures have to be smaller than 5242880 bytes', async () => {
  expect(PICTURE_BYTES).toBe(5_242_880);
  const ctx = shell();
  expect(await pictureToSend([file(PICTURE_BYTES)], ctx, measured)).toBeUndefined();
  expect(await pictureToSend([file(PICTURE_BYTES - 1)], ctx, measured)).toMatchObject({ width: 30, height: 20 });
  expect(ctx.said).toEqual(['picture.tooLarge']);
});

test('[5-25] one at a time, and pictures alone', async () => {
  const ctx = shell();
  const first = file(1);
  expect(await pictureToSend([first, file(2)], ctx, measured)).toMatchObject({ file: first });
  expect(await pictureToSend([file(1, 'text/html')], ctx, measured)).toBeUndefined();
  expect(await pictureToSend([], ctx, measured)).toBeUndefined();
  expect(ctx.said).toEqual(['picture.one', 'picture.only']);
});

test.each([
  ['is no picture', () => Promise.reject(new Error('cannot decode'))],
  ['has no size', async () => ({ width: 0, height: 0 })],
  ['is longer than anything is drawn', async () => ({ width: 10, height: 30_001 })],
])('what calls itself a picture and %s is not sent, and its address is given back', async (_name, measure) => {
  const ctx = shell();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  expect(await pictureToSend([file(1)], ctx, measure)).toBeUndefined();
  expect([ctx.said, revoke.mock.calls.length]).toEqual([['picture.broken'], 1]);
  revoke.mockRestore();
});
