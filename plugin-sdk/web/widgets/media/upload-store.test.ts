import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { ApiError, type FilePort } from '@nephra/plugin-sdk/web';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Semaphore } from './semaphore.ts';
import { canPause, UploadStore, type UploadStoreOptions } from './upload-store.ts';

const named = (name: string, type = '', size = 3): File => {
  const file = new File(['abc'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const stored = (name: string): UploadedFile => ({ name, fileId: `id of ${name}`, url: `/at/${name}` });

/** A server whose answers the test gives, one file at a time. */
function handServer() {
  const calls: { name: string; signal?: AbortSignal; progress?: (sent: number, total: number) => void; answer: () => void; fail: (error: unknown) => void }[] =
    [];
  const upload: FilePort['upload'] = (file, { signal, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new ApiError({ code: 0, error: 'aborted', message: '' })));
      calls.push({ name: file.name, signal, progress: onProgress, answer: () => resolve(stored(file.name)), fail: reject });
    });
  return { upload, calls, call: (name: string) => calls.findLast((one) => one.name === name) };
}

const settle = () => new Promise((done) => setImmediate(done));

let made: UploadStore[] = [];
afterEach(() => {
  for (const store of made) store.dispose();
  made = [];
});

function storeWith(over: Partial<UploadStoreOptions> = {}, value: readonly UploadedFile[] = []) {
  const server = handServer();
  const onChange = vi.fn();
  const onRefused = vi.fn();
  const options: UploadStoreOptions = {
    rule: {},
    picture: false,
    max: 9,
    upload: server.upload,
    language: () => 'zh',
    onChange,
    onRefused,
    reasonOf: (error) => (error as Error).message,
    places: new Semaphore(2),
    ...over,
  };
  const store = new UploadStore(options, value);
  made.push(store);
  return { store, onChange, onRefused, ...server };
}
const shown = ({ items }: UploadStore) => items.map(({ name, state }) => `${name} ${state.kind}`);

describe('uploads of a field', () => {
  it('run a few at a time, in their order, and are told when they are stored', async () => {
    const { store, calls, call, onChange } = storeWith();
    store.add([named('a.txt'), named('b.txt'), named('c.txt')]);
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    expect(store.hold).toBe('stillSending');
    call('b.txt')?.progress?.(1, 4);
    expect(store.items[1]?.state).toEqual({ kind: 'sending', sent: 0.25 });
    call('b.txt')?.answer();
    await settle();
    expect(calls.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(onChange).toHaveBeenLastCalledWith([stored('b.txt')]);
    call('a.txt')?.answer();
    call('c.txt')?.answer();
    await settle();
    // In the order of the list, whichever was sooner.
    expect(onChange).toHaveBeenLastCalledWith([stored('a.txt'), stored('b.txt'), stored('c.txt')]);
    expect(store.hold).toBeUndefined();
  });

  it('[5-16] [5-17] what the rule does not take is said and not sent', () => {
    const { store, onRefused } = storeWith({ rule: { accept: '.pdf', limit: 1, unit: 'KB' } });
    store.add([named('a.exe'), named('b.pdf', '', 1024), named('c.pdf', '', 1023)]);
    expect(onRefused.mock.calls).toEqual([['请选择.pdf类型的文件'], ['文件大小超过1KB']]);
    expect(shown(store)).toEqual(['c.pdf waiting']);
  });

  it.each([
    [false, '当前限制最多可以上传2个文件'],
    [true, '当前限制最多可以上传2张图片'],
  ])('[5-18] of too many as many are taken as fit, pictures: %s', (picture, text) => {
    const { store, onRefused } = storeWith({ picture, max: 2 }, [stored('a')]);
    store.add([named('b'), named('c')]);
    expect(onRefused.mock.calls).toEqual([[text]]);
    expect(store.items.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('[8-08] a file that the server refuses leaves the list, and its sentence is shown', async () => {
    const { store, call, onRefused, onChange } = storeWith();
    store.add([named('a.exe')]);
    await settle();
    call('a.exe')?.fail(new ApiError({ code: 400, error: 'core.file-type', message: '不支持此类文件' }));
    await settle();
    expect([shown(store), onRefused.mock.calls, onChange.mock.calls]).toEqual([[], [['不支持此类文件']], []]);
  });

  it('one without an answer stays, keeps the form, and can be sent again or removed', async () => {
    const { store, call, calls, onChange } = storeWith();
    store.add([named('a.txt')]);
    await settle();
    call('a.txt')?.fail(new ApiError({ code: 0, error: 'network', message: '没有网络' }));
    await settle();
    expect([store.items[0]?.state, store.hold]).toEqual([{ kind: 'failed', reason: '没有网络' }, 'notSent']);
    store.retry(store.items[0]?.key ?? '');
    await settle();
    expect([calls.length, store.hold]).toEqual([2, 'stillSending']);
    call('a.txt')?.answer();
    await settle();
    expect(onChange).toHaveBeenCalledExactlyOnceWith([stored('a.txt')]);
  });

  it('one that is removed on its way is called off, and makes room for the next', async () => {
    const { store, calls, onChange } = storeWith({ places: new Semaphore(1) });
    store.add([named('a.txt'), named('b.txt'), named('c.txt')]);
    await settle();
    const [a, b] = store.items;
    // One that waits never starts.
    store.remove(b?.key ?? '');
    store.remove(a?.key ?? '');
    await settle();
    expect(calls[0]?.signal?.aborted).toBe(true);
    expect(calls.map(({ name }) => name)).toEqual(['a.txt', 'c.txt']);
    expect([shown(store), onChange.mock.calls]).toEqual([['c.txt waiting'], []]);
  });

  it('stopped it keeps the form, and small files cannot be stopped', async () => {
    const { store, call } = storeWith({ rule: { limit: 50 } });
    store.add([named('a.txt'), named('b.txt', '', 6_000_000)]);
    await settle();
    for (const name of ['a.txt', 'b.txt']) call(name)?.progress?.(1, 2);
    expect(store.items.map(canPause)).toEqual([false, true]);
    store.remove(store.items[0]?.key ?? '');
    store.pause(store.items[0]?.key ?? '');
    await settle();
    call('b.txt')?.progress?.(2, 2);
    expect([store.items[0]?.state, store.hold]).toEqual([{ kind: 'paused', sent: 0.5 }, 'stopped']);
  });

  it('a screen that was locked meanwhile says nothing about the file', async () => {
    const { store, call, onRefused } = storeWith();
    store.add([named('a.txt')]);
    await settle();
    call('a.txt')?.fail(new ApiError({ code: 602, error: 'core.locked', message: '屏幕已锁定，请先解锁。' }));
    await settle();
    expect([store.items[0]?.state.kind, onRefused.mock.calls]).toEqual(['failed', []]);
  });

  it('pictures change places; the value follows', () => {
    const { store, onChange } = storeWith({ picture: true }, ['a', 'b', 'c'].map(stored));
    expect(store.move('id of c', -2)).toBe(0);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(['c', 'a', 'b'].map(stored));
    // At the end of the row nothing happens.
    expect([store.move('id of c', -1), onChange.mock.calls.length]).toEqual([0, 1]);
  });

  it('a form that is reset brings its own files; what is on its way stays', async () => {
    const { store } = storeWith({}, [stored('a')]);
    store.add([named('b.txt')]);
    await settle();
    store.accept([stored('z')]);
    expect(shown(store)).toEqual(['z stored', 'b.txt waiting']);
  });

  it('a page that goes calls off what is on its way', async () => {
    const { store, calls, onChange } = storeWith();
    store.add([named('a.txt')]);
    await settle();
    store.dispose();
    await settle();
    // Chosen again on the next page, a large one goes on.
    expect([calls[0]?.signal?.reason, onChange.mock.calls]).toEqual(['paused', []]);
  });
});

describe('semaphore', () => {
  it('gives a place on after a failure, too', async () => {
    const places = new Semaphore(1);
    const { signal } = new AbortController();
    await expect(places.run(() => Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
    expect(await places.run(async () => 'yes', signal)).toBe('yes');
  });
});
