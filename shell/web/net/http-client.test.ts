import axios, { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { describe, expect, test, vi } from 'vitest';
import { get, post, put, Type } from '@nephra/plugin-sdk/contract';
import { ApiError } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../contract/index.ts';
import { HttpClient, type HttpClientOptions } from './http-client.ts';

type Answer = object | Blob | 'network' | 'timeout' | { status: number; html: string } | { status: number; blob: Blob };
const ok = (data: unknown = null, msg = '操作成功') => ({ code: 200, msg, data, timestamp: 1 });
const refused = (code: number, msg: string, error?: string) => ({ code, msg, data: null, timestamp: 1, extras: error ? { error } : null });

/** A client whose network is a list of answers; `sent` holds what went out. */
function clientWith(answers: Answer[], options: Partial<HttpClientOptions> = {}) {
  const sent: InternalAxiosRequestConfig[] = [];
  const instance = axios.create({
    adapter: async (config) => {
      sent.push(config);
      const answer = answers.shift() ?? 'network';
      if (answer === 'network') throw new AxiosError('Network Error', 'ERR_NETWORK', config);
      if (answer === 'timeout') throw new AxiosError('timeout', 'ECONNABORTED', config);
      if ('blob' in answer) return { data: answer.blob, status: (answer as { status: number }).status, statusText: '', headers: {}, config } as AxiosResponse;
      const status = 'html' in answer ? answer.status : 200;
      return { data: 'html' in answer ? answer.html : answer, status, statusText: '', headers: {}, config } as AxiosResponse;
    },
  });
  const hooks = { showError: vi.fn(), onSessionEnded: vi.fn(), onReachable: vi.fn(), wait: vi.fn(async () => {}) };
  const client = new HttpClient({
    pageOrigin: 'https://his.example',
    token: () => 'Bearer abc',
    language: () => 'zh',
    now: () => 5_000,
    instance,
    ...hooks,
    ...options,
  });
  return { client, sent, ...hooks };
}

const list = get('/api/his/pharmacy/patient', { summary: '', need: 'session', audit: 'none', reply: Type.Unknown() });
const one = get('/api/his/pharmacy/{id}', { summary: '', need: 'session', audit: 'none', params: Type.Object({ id: Type.String() }), reply: Type.Unknown() });
const keyed = post('/api/his/charge/month', {
  summary: '',
  need: 'session',
  audit: 'money',
  retry: 'idempotent-key',
  body: Type.Unknown(),
  reply: Type.Unknown(),
});
const never = post('/api/x', { summary: '', need: 'session', audit: 'write', retry: 'never', retryReason: 'test', reply: Type.Unknown() });
const natural = put('/api/x', { summary: '', need: 'session', audit: 'write', retry: 'natural', body: Type.Unknown(), reply: Type.Unknown() });
const failure = async (work: Promise<unknown>): Promise<ApiError> =>
  work.then(
    () => Promise.reject(new Error('should fail')),
    (error) => error as ApiError,
  );

describe('work and what is none', () => {
  test('calls of the person are told, calls that a page makes by itself say so to the server', async () => {
    const onCall = vi.fn();
    const { client, sent } = clientWith([ok(), ok()], { onCall });
    await client.call(list, {});
    expect(onCall).toHaveBeenCalledOnce();
    await client.call(list, {}, { background: true });
    expect(onCall).toHaveBeenCalledOnce();
    expect(sent.map(({ headers }) => headers.get('X-Background') ?? '')).toEqual(['', '1']);
  });

  test('a due password is told without a toast, and the session goes on', async () => {
    const onPasswordDue = vi.fn();
    const { client, showError, onSessionEnded } = clientWith([refused(403, '请先设置新密码', 'core.password-change-needed')], { onPasswordDue });
    expect((await failure(client.call(list, {}))).error).toBe('core.password-change-needed');
    expect(onPasswordDue).toHaveBeenCalledOnce();
    expect(showError).not.toHaveBeenCalled();
    expect(onSessionEnded).not.toHaveBeenCalled();
  });
});

describe('what goes out', () => {
  test('[7.1-02] GET payloads go as query and the stamp n is on every URL', async () => {
    const { client, sent } = clientWith([ok([]), ok()]);
    await client.call(list, { query: { keyword: '张 三', currentPage: 1, type: undefined, sort: null, ids: ['a', 'b'] } });
    await client.call(keyed, { body: { amount: 1 } });
    expect(instanceUri(sent[0])).toBe('/api/his/pharmacy/patient?n=5&keyword=%E5%BC%A0+%E4%B8%89&currentPage=1&sort=&ids=a&ids=b');
    expect(instanceUri(sent[1])).toBe('/api/his/charge/month?n=5');
    expect(sent[1]?.data).toBe('{"amount":1}');
  });

  test('[7.1-03] token and language go to our own server, the token nowhere else', async () => {
    const { client, sent } = clientWith([ok(), ok()], { endpoints: [{ name: 'Huazi', path: /huazi/i, accepts: 'insurance' }] });
    await client.call(list, {});
    await client.call({ ...list, path: '/Huazi/read' }, {});
    expect(sent[0]?.headers.Authorization).toBe('Bearer abc');
    expect(sent[0]?.headers['X-Language']).toBe('zh');
    expect(sent[1]?.headers.Authorization).toBeUndefined();
  });

  test('path values are encoded and may not be missing', async () => {
    const { client, sent } = clientWith([ok()]);
    await client.call(one, { params: { id: '../a b' } });
    expect(sent[0]?.url).toBe('/api/his/pharmacy/..%2Fa%20b?n=5');
    await expect(client.call(one, { params: { id: '' } })).rejects.toThrow('needs a value for id');
  });

  test('[7.2-01] log-in is form-encoded', async () => {
    const { client, sent } = clientWith([ok({ token: 't', theme: 'classic' })]);
    await client.call(sessionContract.routes.login, { body: { account: 'admin', password: 'x', grant_type: 'password' } });
    expect(String(sent[0]?.data)).toBe('account=admin&password=x&grant_type=password');
    expect(sent[0]?.headers['Content-Type']).toContain('application/x-www-form-urlencoded');
  });

  test('[7.1-04] [9-17] time-outs: 15 s, 100000 ms for the listed calls, or what the caller says', async () => {
    const { client, sent } = clientWith([ok(), ok(), ok()]);
    await client.call(list, {});
    await client.call({ ...list, path: '/api/extend/Email/Receive' }, {});
    await client.call(list, {}, { timeoutMs: 3 });
    expect(sent.map((config) => config.timeout)).toEqual([15_000, 100_000, 3]);
  });
});

describe('retries', () => {
  test('a read is sent again after network failures, twice at most', async () => {
    const { client, sent, onReachable } = clientWith(['network', { status: 502, html: 'bad gateway' }, ok('here')]);
    expect((await client.call(list, {})).data).toBe('here');
    expect(sent).toHaveLength(3);
    expect(onReachable).toHaveBeenLastCalledWith(true);
  });

  test('a write with a key is sent again with the same key; each call has its own', async () => {
    const { client, sent } = clientWith(['network', ok(), ok()]);
    await client.call(keyed, { body: {} });
    await client.call(keyed, { body: {} });
    const keys = sent.map((config) => String(config.headers['Idempotency-Key']));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('the caller may name the act', async () => {
    const { client, sent } = clientWith([ok()]);
    await client.call(keyed, { body: {} }, { idempotencyKey: 'press-1' });
    expect(sent[0]?.headers['Idempotency-Key']).toBe('press-1');
  });

  test.each([
    ['never', never, 1],
    ['natural', natural, 3],
  ])('a write declared %s is sent %#', async (_, route, times) => {
    const { client, sent } = clientWith(['network', 'network', 'network', ok()]);
    await failure(client.call(route, { body: {} }));
    expect(sent).toHaveLength(times);
  });

  test('a call that timed out is not repeated: it may still be running', async () => {
    const { client, sent, showError } = clientWith(['timeout', ok()]);
    expect((await failure(client.call(list, {}))).error).toBe('timeout');
    expect(sent).toHaveLength(1);
    expect(showError).toHaveBeenCalledWith('请求出错，请重试', undefined);
  });
});

describe('files', () => {
  const file = get('/api/x/export', { summary: '', need: 'session', audit: 'export', raw: true, reply: Type.Null() });
  const blob = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' });

  test('arrive as files, may take their time, and tell how far they are', async () => {
    const { client, sent } = clientWith([new Blob(['abc'], { type: 'text/csv' })]);
    const onProgress = vi.fn();
    const { data } = await client.call(file, {}, { onProgress });
    expect([data instanceof File, (data as File).size]).toEqual([true, 3]);
    expect(sent[0]).toMatchObject({ responseType: 'blob', timeout: 600_000, headers: { Accept: 'application/octet-stream' } });
    sent[0]?.onDownloadProgress?.({ loaded: 7, bytes: 7, lengthComputable: false });
    expect(onProgress).toHaveBeenCalledWith(7, null);
  });

  test('that are sent tell how far they are, too', async () => {
    const upload = post('/api/x', {
      summary: '',
      need: 'session',
      audit: 'write',
      retry: 'never',
      retryReason: 'test',
      encoding: 'multipart',
      reply: Type.Unknown(),
    });
    const { client, sent } = clientWith([ok()]);
    const onProgress = vi.fn();
    await client.call(upload, { body: { file: new File(['abc'], 'a.txt') } }, { onProgress });
    sent[0]?.onUploadProgress?.({ loaded: 2, total: 3, bytes: 2, lengthComputable: true });
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(2, 3);
  });

  test('a large export goes on at the server where the caller can do with that', async () => {
    const onExportGoesOn = vi.fn();
    const goesOn = new Blob([JSON.stringify({ ...ok({ exportId: 'e1' }), extras: null })], { type: 'application/json' });
    const { client, sent, showError } = clientWith([{ status: 202, blob: goesOn }, new Blob(['abc'])], { onExportGoesOn });
    expect(await failure(client.call(file, {}, { mayGoOn: true }))).toMatchObject({ code: 202, error: 'export-goes-on' });
    expect(onExportGoesOn).toHaveBeenCalledOnce();
    expect(showError).not.toHaveBeenCalled();
    await client.call(file, {});
    expect(sent.map(({ headers }) => headers.get('Prefer') ?? '')).toEqual(['respond-async', '']);
  });

  test('a refusal that comes instead is told with its sentence, and ends the session where it says so', async () => {
    const { client, showError, onSessionEnded } = clientWith([blob(refused(400, '最多导出一年', 'x.long')), blob(refused(600, '登录过期', 'core.expired'))]);
    expect(await failure(client.call(file, {}))).toMatchObject({ code: 400, error: 'x.long', message: '最多导出一年' });
    expect(showError).toHaveBeenCalledWith('最多导出一年', undefined);
    await failure(client.call(file, {}));
    expect(onSessionEnded).toHaveBeenCalledWith({ code: 600, error: 'core.expired', msg: '登录过期' });
  });
});

describe('answers', () => {
  test('[8-02] a refusal shows its msg, or the fallback when there is none', async () => {
    const { client, showError } = clientWith([refused(500, '库存不足', 'stock.short'), refused(500, '')]);
    const error = await failure(client.call(list, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect([error.code, error.error, error.message]).toEqual([500, 'stock.short', '库存不足']);
    await failure(client.call(list, {}));
    expect(showError.mock.calls).toEqual([
      ['库存不足', undefined],
      ['请求出错，请重试', undefined],
    ]);
  });

  test('[8-08] a refusal stays as long as its caller says', async () => {
    const { client, showError } = clientWith([refused(400, '不是字典文件', 'system.file')]);
    await failure(client.call(keyed, { body: {} }, { toastMs: 1_000 }));
    expect(showError).toHaveBeenCalledExactlyOnceWith('不是字典文件', 1_000);
  });

  test('[8-02] a transport failure shows the same fallback, in the language of the screen', async () => {
    for (const [language, text] of [
      ['zh', '请求出错，请重试'],
      ['zhtw', '請求發生錯誤，請再試一次'],
      ['en', 'The request failed. Please try again.'],
    ] as const) {
      const { client, showError, onReachable } = clientWith([], { language: () => language });
      expect((await failure(client.call(list, {}))).error).toBe('network');
      expect(showError).toHaveBeenCalledExactlyOnceWith(text, undefined);
      expect(onReachable).toHaveBeenLastCalledWith(false);
    }
  });

  test('a quiet call shows nothing', async () => {
    const { client, showError } = clientWith([refused(500, 'x')]);
    await failure(client.call(list, {}, { quiet: true }));
    expect(showError).not.toHaveBeenCalled();
  });

  test('an answer that is no envelope is a failure', async () => {
    const { client } = clientWith([{ status: 200, html: '<html>portal of the network</html>' }]);
    expect((await failure(client.call(list, {}))).error).toBe('invalid-answer');
  });

  test('a plugin that is down answers 503 in an envelope: shown, not repeated', async () => {
    const { client, sent } = clientWith([refused(503, '药房插件暂不可用')]);
    expect((await failure(client.call(list, {}))).code).toBe(503);
    expect(sent).toHaveLength(1);
  });

  test.each([600, 601, 602])('[8-03] code %i ends the session once', async (code) => {
    const { client, onSessionEnded } = clientWith([refused(code, '登录过期'), refused(code, '登录过期')]);
    await failure(client.call(list, {}));
    await failure(client.call(list, {}));
    expect(onSessionEnded).toHaveBeenCalledExactlyOnceWith({ code, error: '', msg: '登录过期' });
  });

  test('pages behind the lock screen fail without a toast', async () => {
    const { client, showError, onSessionEnded } = clientWith([refused(601, '已锁定', 'core.locked')]);
    await failure(client.call(list, {}));
    expect(showError).not.toHaveBeenCalled();
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  test('[8-03] a late 600 for an older token does not end the new session', async () => {
    let token = 'Bearer old';
    const { client, onSessionEnded } = clientWith([refused(600, '登录过期')], { token: () => token });
    const late = failure(client.call(list, {}));
    token = 'Bearer new';
    await late;
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  test('[8-03] 600 on log-in and lock-screen calls ends nothing', async () => {
    const { client, onSessionEnded } = clientWith([refused(600, 'x'), refused(601, 'x'), refused(602, 'x')]);
    for (const route of [sessionContract.routes.login, sessionContract.routes.unlock, sessionContract.routes.lock])
      await failure(client.call(route, { body: {} }));
    expect(onSessionEnded).not.toHaveBeenCalled();
  });

  test('an aborted call fails without a toast', async () => {
    const abort = new AbortController();
    abort.abort();
    const { client, showError } = clientWith([ok()]);
    expect((await failure(client.call(list, {}, { signal: abort.signal }))).error).toBe('aborted');
    expect(showError).not.toHaveBeenCalled();
  });
});

test('file addresses stay below our base', () => {
  const { client } = clientWith([], { base: 'https://api.example:5000/' });
  expect(client.fileUrl('/api/file/Image/userAvatar/a.png')).toBe('https://api.example:5000/api/file/Image/userAvatar/a.png');
  expect(client.fileUrl('data:image/png;base64,x')).toBe('data:image/png;base64,x');
  expect(client.fileUrl('')).toBe('');
});

function instanceUri(config: InternalAxiosRequestConfig | undefined): string {
  return axios.getUri({ url: config?.url ?? '', params: config?.params, ...(config?.paramsSerializer ? { paramsSerializer: config.paramsSerializer } : {}) });
}

describe('answers that were asked for before the client was there', () => {
  const early = (answer: Promise<{ status: number; data: unknown }>) => ({
    early: {
      take: (call: string, token: string) => (call === '/api/his/pharmacy/patient?page=1' && token === 'Bearer abc' ? { sentAt: 4_000, answer } : undefined),
      forget: vi.fn(),
    },
  });
  const query = { page: 1 };

  test('are taken instead of a call, with the time at which they were asked for', async () => {
    const onTime = vi.fn();
    const { client, sent } = clientWith([], { ...early(Promise.resolve({ status: 200, data: ok(['a']) })), onTime });
    expect((await client.call(list, { query })).data).toEqual(['a']);
    expect(sent).toEqual([]);
    expect(onTime).toHaveBeenCalledWith(1, 4_000);
  });

  test('end the session like any other answer when it has ended meanwhile', async () => {
    const { client, onSessionEnded } = clientWith([], early(Promise.resolve({ status: 401, data: refused(600, '请重新登录', 'core.login-expired') })));
    expect((await failure(client.call(list, { query }, { quiet: true }))).code).toBe(600);
    expect(onSessionEnded).toHaveBeenCalledOnce();
  });

  test.each([
    ['that never came', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['of a proxy without its server', () => Promise.resolve({ status: 502, data: '<html>' })],
  ])('%s are asked for as usual', async (_, answer) => {
    const { client, sent } = clientWith([ok(['b'])], early(answer()));
    expect((await client.call(list, { query })).data).toEqual(['b']);
    expect(sent).toHaveLength(1);
  });

  test('of another call, or of the session before, stay where they are', async () => {
    const { client, sent } = clientWith([ok(), ok()], { ...early(Promise.resolve({ status: 200, data: ok(['a']) })), token: () => 'Bearer new' });
    await client.call(list, { query });
    await client.call(list, {});
    expect(sent).toHaveLength(2);
  });

  test('say how it was before somebody wrote: then they are dropped, and no earlier', async () => {
    const before = early(Promise.resolve({ status: 200, data: ok(['a']) }));
    const { client } = clientWith([ok(), ok()], before);
    await client.call(list, {});
    expect(before.early.forget).not.toHaveBeenCalled();
    await client.call(natural, { body: {} });
    expect(before.early.forget).toHaveBeenCalledOnce();
  });
});
