import { beforeEach, describe, expect, it } from 'vitest';
import { createEarlyStart, type EarlyVisit, type Opening, openEarly, type PageMap } from './early-start.ts';

const hashed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `sha384-${name}`]));
const map: PageMap = {
  imports: { login: '/assets/login.js', shell: '/assets/shell.js' },
  integrity: hashed(
    '/assets/login.js',
    '/assets/shell.js',
    '/assets/frame.js',
    '/assets/frame.css',
    '/assets/kit.js',
    '/assets/zh.js',
    '/assets/en.js',
    '/assets/date.js',
    '/assets/home.js',
  ),
  depcache: { '/assets/shell.js': ['/assets/frame.js'] },
  nephra: {
    shared: { 'kit-name': '/assets/kit.js', 'ui/date': '/assets/date.js' },
    css: { '/assets/frame.js': ['/assets/frame.css'] },
    texts: { zh: ['/assets/zh.js'], zhtw: [], en: ['/assets/en.js'] },
    kit: 'kit-name',
    home: '/assets/home.js',
  },
};
const visit: EarlyVisit = { token: 'Bearer a', language: 'zh', path: '/his/patient', search: '' };
const SHELL = ['/assets/frame.css', '/assets/frame.js', '/assets/shell.js', '/assets/zh.js'];

let asked: { readonly url: string; readonly headers: Record<string, string> }[] = [];
let answers: Record<string, unknown> = {};
let time = 0;

const answering: typeof fetch = async (input, init) => {
  const url = String(input);
  asked.push({ url, headers: { ...(init?.headers as Record<string, string>) } });
  const found = Object.entries(answers).find(([start]) => url.startsWith(start));
  if (found === undefined) throw new TypeError('Failed to fetch');
  return Response.json(found[1], { status: found[1] === 'gone' ? 404 : 200 });
};
const early = () => createEarlyStart(map, { page: document, fetch: answering, now: () => time });
const preloaded = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map((link) => link.getAttribute('href'));
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.head.replaceChildren();
  asked = [];
  answers = { '/api/oauth/CurrentUser': { code: 200 }, '/api/registry/Session': { code: 200, data: { plugins: [] } } };
  time = 5_000;
});

describe('who opens what', () => {
  const open = (stored: Record<string, string>, more: Partial<Opening> = {}) =>
    openEarly(early(), map, { stored: (key) => stored[key] ?? null, path: '/his/patient', search: '', browserLanguage: 'zh-CN', ownServer: true, ...more });
  const token = { jnpf_token: 'Bearer a|String' };

  it('a signed-in person: calls, frame, texts and kit side by side', () => {
    open(token);
    expect(asked.map(({ url }) => url)).toEqual(['/api/oauth/CurrentUser?n=5', '/api/registry/Session?page=%2Fhis%2Fpatient&n=5']);
    expect(asked[0]?.headers).toEqual({ Authorization: 'Bearer a', 'X-Language': 'zh' });
    expect(preloaded()).toEqual([...SHELL, '/assets/kit.js']);
  });

  it('nobody: the files of the log-in page and not one call', () => {
    open({});
    expect(asked).toEqual([]);
    expect(preloaded()).toEqual(['/assets/login.js']);
  });

  it.each<[string, Record<string, string>, Partial<Opening>]>([
    ['a locked screen', { ...token, jnpf_lock: '1|Number' }, {}],
    ['a ticket of somebody else in the address', token, { path: '/home', search: '?token=ticket' }],
    ['a page of another server', token, { ownServer: false }],
  ])('%s: files alone', (_, stored, more) => {
    open(stored, more);
    expect(asked).toEqual([]);
    expect(preloaded()).toEqual(SHELL);
  });

  it('the start page comes with its own script and without the kit, and the language is the stored one', () => {
    open({ ...token, jnpf_language: 'en|String' }, { path: '/home' });
    expect(preloaded()).toEqual(['/assets/frame.css', '/assets/frame.js', '/assets/shell.js', '/assets/en.js', '/assets/home.js']);
    expect(asked[0]?.headers['X-Language']).toBe('en');
  });

  it('a storage that may not be read counts as nobody', () => {
    openEarly(early(), map, {
      stored: () => {
        throw new DOMException('denied', 'SecurityError');
      },
      path: '/home',
      search: '',
      browserLanguage: 'zh',
      ownServer: true,
    });
    expect(preloaded()).toEqual(['/assets/login.js']);
  });
});

describe('answers', () => {
  it.each([
    ['Bearer b', 'zh'],
    ['Bearer a', 'en'],
    ['', 'zh'],
  ])('go to nobody once another session or language has asked: %s, %s', (token, language) => {
    const start = early();
    start.begin(visit);
    expect(start.take('/api/oauth/CurrentUser', token, language)).toBeUndefined();
    expect(start.take('/api/oauth/CurrentUser', 'Bearer a', 'zh')).toBeUndefined();
  });

  it('go once, to the session that asked', async () => {
    const start = early();
    start.begin(visit);
    const taken = start.take('/api/oauth/CurrentUser', 'Bearer a', 'zh');
    expect(taken?.sentAt).toBe(5_000);
    expect(await taken?.answer).toEqual({ status: 200, data: { code: 200 } });
    expect(start.take('/api/oauth/CurrentUser', 'Bearer a', 'zh')).toBeUndefined();
  });

  it('are dropped when they have grown old', () => {
    const start = early();
    start.begin(visit);
    time += 60_000;
    expect(start.take('/api/oauth/CurrentUser', 'Bearer a', 'zh')).toBeUndefined();
  });

  it('of a second sign-in replace those of the first', async () => {
    const start = early();
    start.begin(visit);
    start.begin({ ...visit, token: 'Bearer b' });
    expect(start.take('/api/oauth/CurrentUser', 'Bearer b', 'zh')).toBeDefined();
    start.begin(visit);
    start.begin({ ...visit, token: 'Bearer b' });
    expect(start.take('/api/oauth/CurrentUser', 'Bearer a', 'zh')).toBeUndefined();
  });
});

describe('the page that the server names', () => {
  const start = {
    id: 'patient',
    base: '/plugins/patient/1-a/',
    needs: ['entry.js', 'list.js', 'ui/date', 'unlisted.js'],
    files: { integrity: hashed('entry.js', 'list.js', 'list.css', 'zh.json'), css: { 'list.js': ['list.css'] } },
  };
  const registry = (named: object) => ({ code: 200, data: { plugins: [{ id: 'patient', locales: { zh: 'zh.json', zhtw: '', en: '' } }], start: named } });

  it('comes with entry, page, style sheets, shared modules and texts at once; what has no hash does not', async () => {
    answers = { ...answers, '/api/registry/Session': registry(start), '/plugins/patient/1-a/zh.json': { title: '患者' } };
    const begun = early();
    begun.begin(visit);
    await settled();
    expect(preloaded().slice(-4)).toEqual(['entry.js', 'list.css', 'list.js'].map((name) => start.base + name).concat('/assets/date.js'));
    expect(await (await begun.takeFile('/plugins/patient/1-a/zh.json'))?.json()).toEqual({ title: '患者' });
    expect(begun.takeFile('/plugins/patient/1-a/zh.json')).toBeUndefined();
  });

  const list = '/api/his/patient?currentPage=1&pageSize=20';
  const rows = { code: 200, data: { list: [] } };
  const withRows = async (more: Partial<EarlyVisit> = {}, answer: unknown = rows) => {
    answers = { ...answers, '/api/registry/Session': registry({ ...start, list }), '/api/his/patient': answer };
    const begun = early();
    begun.begin({ ...visit, ...more });
    await settled();
    return begun;
  };
  const rowsAsked = () => asked.filter(({ url }) => url.startsWith('/api/his/'));

  it('and its first rows are asked for beside its code, for whoever asks in the same words', async () => {
    const begun = await withRows({ spoken: 'fr' });
    expect(rowsAsked()).toEqual([{ url: `${list}&n=5`, headers: { Authorization: 'Bearer a', 'X-Language': 'fr' } }]);
    expect(await begun.take(list, 'Bearer a', 'fr')?.answer).toEqual({ status: 200, data: rows });
    expect(begun.take(list, 'Bearer a', 'fr')).toBeUndefined();
  });

  it('rows that a page did not begin with are nobody’s: later they would be old', async () => {
    const begun = await withRows();
    expect(begun.take('/api/his/patient?state=disabled&currentPage=1&pageSize=20', 'Bearer a', 'zh')).toBeUndefined();
    expect(begun.take(list, 'Bearer a', 'zh')).toBeUndefined();
  });

  it.each<[string, (begun: ReturnType<typeof early>) => void]>([
    ['somebody has written or gone on to another page', (begun) => begun.forget()],
    [
      'the code was long on its way',
      () => {
        time += 10_000;
      },
    ],
    [
      'the clock was set back',
      () => {
        time -= 3_600_000;
      },
    ],
    ['somebody else has signed in', (begun) => begun.begin({ ...visit, token: 'Bearer b' })],
  ])('nor are they anybody’s once %s', async (_, happens) => {
    const begun = await withRows();
    happens(begun);
    expect(begun.take(list, 'Bearer a', 'zh')).toBeUndefined();
  });

  it.each<[string, (begun: ReturnType<typeof early>) => void, expected: readonly string[]]>([
    ['somebody writes', (begun) => begun.forget(), []],
    ['somebody else signs in', (begun) => begun.begin({ ...visit, token: 'Bearer b' }), ['Bearer b']],
  ])('none are asked for when the page is named after %s', async (_, happens, expected) => {
    answers = { ...answers, '/api/registry/Session': registry({ ...start, list }), '/api/his/patient': rows };
    const begun = early();
    begun.begin(visit);
    happens(begun);
    await settled();
    expect(rowsAsked().map(({ headers }) => headers.Authorization)).toEqual(expected);
  });

  it('they are asked for after the rights that the screen will show are known, and not without them', async () => {
    answers = { ...answers, '/api/registry/Session': registry({ ...start, list }), '/api/his/patient': rows };
    let know: (answer: unknown) => void = () => undefined;
    const user = new Promise((resolve) => {
      know = resolve;
    });
    const slow: typeof fetch = async (input, init) => {
      const answer = await answering(input, init);
      return String(input).startsWith('/api/oauth/CurrentUser') ? Response.json(await user) : answer;
    };
    const begun = createEarlyStart(map, { page: document, fetch: slow, now: () => time });
    begun.begin(visit);
    await settled();
    expect([preloaded().includes(`${start.base}list.js`), rowsAsked().length]).toEqual([true, 0]);
    know({ code: 200 });
    await settled();
    expect(rowsAsked()).toHaveLength(1);

    answers = { ...answers, '/api/oauth/CurrentUser': { code: 600, data: null } };
    await withRows();
    expect(rowsAsked()).toHaveLength(1);
  });

  it('a refusal of rows counts as no answer: it may be over when the page is there', async () => {
    const begun = await withRows({}, { code: 400, data: null, msg: '请先修改密码', extras: { error: 'core.password-change-needed' } });
    await expect(begun.take(list, 'Bearer a', 'zh')?.answer).rejects.toThrow('Refused');
  });

  it('a page that is opened with a query may begin with other rows: none are asked for', async () => {
    await withRows({ search: '?view=mine' });
    expect(rowsAsked()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a refusal', { code: 600, data: null, msg: '请重新登录' }],
    ['an answer of no shape', 'gone'],
    ['a page that is nobody’s', registry(undefined as unknown as object)],
  ])('%s starts nothing more', async (_, answer) => {
    answers = { ...answers, '/api/registry/Session': answer };
    early().begin(visit);
    await settled();
    expect(preloaded()).toEqual([...SHELL, '/assets/kit.js']);
  });

  it('without a network everything stays silent and is asked for again by whoever needs it', async () => {
    answers = {};
    const begun = early();
    begun.begin(visit);
    await settled();
    await expect(begun.take('/api/oauth/CurrentUser', 'Bearer a', 'zh')?.answer).rejects.toThrow('Failed to fetch');
  });
});
