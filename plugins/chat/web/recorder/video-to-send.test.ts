import { expect, test, vi } from 'vitest';
import { MAX_VIDEO_BYTES } from '../../contract/limits.ts';
import { videoToSend } from './video-to-send.ts';

const file = (type = 'video/mp4', bytes = 1): File => Object.defineProperty(new File(['x'], 'a', { type }), 'size', { value: bytes });
function shell() {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  return { said, t: (key: string) => key, toast: { success: say, info: say, warning: say, error: say } };
}

test('[2.4-15] [3-20] a film goes with its length; one at a time, MP4 or WebM, not too large', async () => {
  const ctx = shell();
  expect(await videoToSend([file(), file()], ctx, async () => 12.34)).toMatchObject({ length: 12.3 });
  expect(await videoToSend([file('video/webm', MAX_VIDEO_BYTES)], ctx, async () => 0)).toMatchObject({ length: 0 });
  for (const wrong of [file('video/quicktime'), file('image/png'), file('video/mp4', MAX_VIDEO_BYTES + 1)])
    expect(await videoToSend([wrong], ctx, async () => 1)).toBeUndefined();
  expect(await videoToSend([], ctx)).toBeUndefined();
  expect(ctx.said).toEqual(['video.one', 'video.only', 'video.only', 'video.tooLarge']);
});

test('one that cannot be played, or is too long, is not sent, and its address is given back', async () => {
  const ctx = shell();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  expect(await videoToSend([file()], ctx, () => Promise.reject(new Error('cannot play')))).toBeUndefined();
  expect(await videoToSend([file()], ctx, async () => 3_601)).toBeUndefined();
  expect([ctx.said, revoke.mock.calls.length]).toEqual([['video.broken', 'video.tooLong'], 2]);
  revoke.mockRestore();
});
