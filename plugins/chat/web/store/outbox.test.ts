import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { SentContent } from '../../contract/message.schema.ts';
import { Outbox } from './outbox.ts';

interface Sent {
  readonly clientId: string;
  readonly messageContent: SentContent;
}

afterEach(() => void vi.restoreAllMocks());

const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
};

/** A server that stores each name once, and answers as a test says. */
function setUp(answer: (nth: number) => Promise<unknown> | undefined = () => undefined, ctx = createFakeWebContext()) {
  const stored: Sent[] = [];
  let asked = 0;
  let name = 0;
  const outbox = new Outbox(
    ctx,
    async (message) => {
      asked += 1;
      await answer(asked);
      if (!stored.some(({ clientId }) => clientId === message.clientId)) stored.push(message);
    },
    () => {
      name += 1;
      return `c${name}`;
    },
  );
  return { ctx, outbox, stored, asked: () => asked };
}
const lost = () => Promise.reject(new ApiError({ code: 0, error: 'timeout', message: '' }));

test('messages of one conversation go one after the other, and stand there as they were written', async () => {
  const doors: (() => void)[] = [];
  const { outbox, stored } = setUp(() => new Promise<void>((open) => doors.push(open)));
  for (const text of ['一', '二', '三']) outbox.sendText('u2', text);
  outbox.sendText('u3', '别处');
  await settle();
  expect(outbox.of('u2').map(({ state }) => state)).toEqual(['sending', 'waiting', 'waiting']);
  while (doors.length > 0) {
    doors.shift()?.();
    await settle();
  }
  expect(stored.filter(({ messageContent }) => messageContent !== '别处').map(({ messageContent }) => messageContent)).toEqual(['一', '二', '三']);
  expect(outbox.of('u2').map(({ state }) => state)).toEqual(['stored', 'stored', 'stored']);
});

test('[3-20] speech and films go up first and then as frames of the wire, by name and length; a failed upload is tried again as the same message', async () => {
  const { ctx, outbox, stored } = setUp();
  let uploads = 0;
  Object.assign(ctx.files, {
    upload: async (file: File, { type }: { type: string }) => {
      uploads += 1;
      if (uploads === 1) throw new ApiError({ code: 0, error: 'network', message: '' });
      return { name: file.name, fileId: `${type}-${file.name}`, url: '', fileSize: file.size };
    },
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const spoken = { file: new File(['x'], 'voice.webm'), address: 'blob:a', length: 4.2 };
  outbox.sendRecording('u2', 'voice', spoken);
  await settle();
  const [message] = outbox.of('u2');
  expect([message?.state, message?.reason]).toEqual(['failed', 'send.noConnection']);
  if (message) outbox.retry('u2', message);
  outbox.sendRecording('u2', 'video', { ...spoken, file: new File(['x'], 'film.mp4'), length: 30 });
  await settle();
  expect(stored).toEqual([
    { toUserId: 'u2', messageType: 'voice', messageContent: { name: 'IM-voice.webm', length: 4.2 }, clientId: 'c1' },
    { toUserId: 'u2', messageType: 'video', messageContent: { name: 'IM-film.mp4', length: 30 }, clientId: 'c2' },
  ]);
  outbox.settled('u2', 'c1');
  expect(revoke.mock.calls).toEqual([['blob:a']]);
});

test('what nobody knows the end of is sent again under its name, and never stands twice', async () => {
  const { outbox, stored, asked } = setUp((nth) => (nth === 1 ? lost() : undefined));
  outbox.sendText('u2', '血压 120/80');
  await settle();
  const [message] = outbox.of('u2');
  expect([message?.state, message?.reason]).toEqual(['failed', 'send.noConnection']);
  if (!message) throw new Error('it is gone');
  outbox.retry('u2', message);
  outbox.retry('u2', message);
  await settle();
  expect([asked(), stored.length, message.state]).toEqual([2, 1, 'stored']);
  outbox.settled('u2', message.clientId);
  expect(outbox.of('u2')).toEqual([]);
});

test('a refusal says why in the words of the server; those behind it go on', async () => {
  const refused = () => Promise.reject(new ApiError({ code: 400, error: 'chat.person-unknown', message: '没有这个人' }));
  const { outbox, stored } = setUp((nth) => (nth === 1 ? refused() : undefined));
  outbox.sendText('u2', '一');
  outbox.sendText('u2', '二');
  await settle();
  expect(outbox.of('u2').map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', '没有这个人'],
    ['stored', ''],
  ]);
  expect(stored.map(({ messageContent }) => messageContent)).toEqual(['二']);
});

test('what was not sent is there after a reload, under the same name, and goes from the drafts once it has arrived', async () => {
  const first = setUp(() => lost());
  first.outbox.sendText('u2', '稍后再说');
  await settle();
  const again = setUp(undefined, first.ctx);
  again.outbox.restore('u2');
  const [message] = again.outbox.of('u2');
  expect([message?.state, message?.clientId, message?.content]).toEqual(['failed', 'c1', '稍后再说']);
  again.outbox.settled('u2', 'c1');
  expect([again.outbox.of('u2').length, first.ctx.record.drafts.size]).toEqual([0, 0]);
});

test('what was thrown away while it waited is not sent', async () => {
  const doors: (() => void)[] = [];
  const { outbox, asked } = setUp(() => new Promise<void>((open) => doors.push(open)));
  outbox.sendText('u2', '一');
  outbox.sendText('u2', '二');
  const second = outbox.of('u2')[1];
  if (!second) throw new Error('it is gone');
  outbox.discard('u2', second);
  await settle();
  doors[0]?.();
  await settle();
  expect(asked()).toBe(1);
});

test('words pass a film that is still going up; what is uploaded keeps its order; a film that was chosen by mistake is called off', async () => {
  const ctx = createFakeWebContext();
  const doors: (() => void)[] = [];
  vi.spyOn(ctx.files, 'upload').mockImplementation(
    (file, options) =>
      new Promise((done, fail) => {
        doors.push(() => done({ name: file.name, fileId: file.name, url: '', fileSize: 1 }));
        options?.signal?.addEventListener('abort', () => fail(new Error('called off')));
      }),
  );
  const { outbox, stored } = setUp(undefined, ctx);
  const film = (name: string) => outbox.sendRecording('u2', 'video', { file: new File(['x'], name), address: 'blob:a', length: 1 });
  const sent = () =>
    stored.map(({ messageContent }) => (typeof messageContent === 'object' && 'name' in messageContent ? messageContent.name : messageContent));
  for (const name of ['1.mp4', '2.mp4', '3.mp4']) film(name);
  outbox.sendText('u2', '患者不适');
  await settle();
  expect([outbox.of('u2').map(({ state }) => state), sent()]).toEqual([['uploading', 'uploading', 'uploading', 'stored'], ['患者不适']]);
  doors[2]?.();
  await settle();
  expect(sent()).toEqual(['患者不适']);
  const [mistaken] = outbox.of('u2');
  if (!mistaken) throw new Error('it is gone');
  outbox.discard('u2', mistaken);
  doors[1]?.();
  await settle();
  expect([sent(), outbox.of('u2').map(({ state }) => state)]).toEqual([
    ['患者不适', '2.mp4', '3.mp4'],
    ['stored', 'stored', 'stored'],
  ]);
});

test('[7.4-18] a picture is uploaded as IM, then sent by its name and size; after a failed upload the same one goes', async () => {
  const ctx = createFakeWebContext();
  const upload = vi
    .spyOn(ctx.files, 'upload')
    .mockRejectedValueOnce(new ApiError({ code: 413, error: 'core.chat-image-too-large', message: '图片大小不能超过5M' }));
  const { outbox, stored } = setUp(undefined, ctx);
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  outbox.sendPicture('u2', { file, address: 'blob:a', width: 30, height: 20 });
  await settle();
  const [message] = outbox.of('u2');
  expect([message?.state, message?.reason, ctx.record.drafts.size]).toEqual(['failed', '图片大小不能超过5M', 0]);
  if (!message) throw new Error('it is gone');
  outbox.retry('u2', message);
  await settle();
  expect(upload.mock.calls.map(([given, options]) => [given, options?.type])).toEqual([
    [file, 'IM'],
    [file, 'IM'],
  ]);
  expect(stored[0]?.messageContent).toEqual({ name: ctx.record.uploads[0]?.fileId, width: 30, height: 20 });
});

test('property: whatever is lost and sent again, each message is stored once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), async (losses, count) => {
      const { outbox, stored } = setUp((nth) => (losses[nth - 1] ? lost() : undefined));
      for (let nth = 0; nth < count; nth += 1) outbox.sendText('u2', `n${nth}`);
      for (let round = 0; round <= losses.length; round += 1) {
        await settle();
        for (const message of outbox.of('u2')) outbox.retry('u2', message);
      }
      await settle();
      expect(stored.map(({ clientId }) => clientId).sort()).toEqual(
        outbox
          .of('u2')
          .map(({ clientId }) => clientId)
          .sort(),
      );
      expect(outbox.of('u2').every(({ state }) => state === 'stored')).toBe(true);
    }),
  );
});
