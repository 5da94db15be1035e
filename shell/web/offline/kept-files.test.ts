import { beforeEach, describe, expect, it } from 'vitest';
import { KeptFiles } from './kept-files.ts';

const ORIGIN = 'https://his.example';
const PLUGIN = '/plugins/bed/1-a/';
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

/** What of the browser's caches is used; by path. */
class FakeCache {
  readonly held = new Map<string, Response>();
  async match(key: string): Promise<Response | undefined> {
    return this.held.get(new URL(key, ORIGIN).pathname)?.clone();
  }
  async put(key: string, answer: Response): Promise<void> {
    this.held.set(new URL(key, ORIGIN).pathname, answer);
  }
  async delete(key: string): Promise<boolean> {
    return this.held.delete(new URL(key, ORIGIN).pathname);
  }
  async keys(): Promise<readonly { readonly url: string }[]> {
    return [...this.held.keys()].map((path) => ({ url: ORIGIN + path }));
  }
}
let caches: Map<string, FakeCache>;
let served: Map<string, () => Response>;
let away: boolean;
let asked: string[];
let at: number;

const files = () =>
  new KeptFiles({
    caches: {
      async open(name: string) {
        const found = caches.get(name) ?? new FakeCache();
        caches.set(name, found);
        return found as unknown as Cache;
      },
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
    },
    async fetch(request) {
      const path = new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
      asked.push(path);
      if (away) throw new TypeError('Failed to fetch');
      return served.get(path)?.() ?? new Response('gone', { status: 404 });
    },
    origin: ORIGIN,
    now: () => at,
  });
const navigation = (path: string): Request => ({ url: ORIGIN + path, method: 'GET', mode: 'navigate', headers: new Headers() }) as Request;
const script = (path: string, method = 'GET'): Request => ({ url: ORIGIN + path, method, mode: 'cors', headers: new Headers() }) as Request;
const wish = { boot: '/assets/boot-1.js', files: ['/assets/boot-1.js', `${PLUGIN}entry.js`, '/api/registry/Session', '/assets/plain.js'], folders: [PLUGIN] };
const textOf = async (answer: Promise<Response> | undefined): Promise<string | undefined> => await (await answer)?.text();

beforeEach(() => {
  caches = new Map();
  asked = [];
  away = false;
  at = 1_000;
  served = new Map<string, () => Response>([
    ['/', () => new Response('<script src="/assets/boot-1.js">')],
    ['/assets/boot-1.js', () => new Response('boot', { headers: IMMUTABLE })],
    ['/assets/plain.js', () => new Response('changes', { headers: { 'cache-control': 'no-cache' } })],
    [`${PLUGIN}entry.js`, () => new Response('entry', { headers: IMMUTABLE })],
    [`${PLUGIN}late.js`, () => new Response('late', { headers: IMMUTABLE })],
    ['/api/registry/Session', () => new Response('{}', { headers: IMMUTABLE })],
  ]);
});

describe('the files on the device', () => {
  it('open every page of the product while the network is away, and nothing else is answered from them', async () => {
    const kept = files();
    await kept.keep(wish);
    await textOf(kept.answerTo(script(`${PLUGIN}late.js`)));
    away = true;
    expect(await textOf(kept.answerTo(navigation('/dialysis/bedside')))).toContain('boot-1');
    expect(await textOf(kept.answerTo(script('/assets/boot-1.js')))).toBe('boot');
    expect(await textOf(kept.answerTo(script(`${PLUGIN}late.js`)))).toBe('late');
    await expect(kept.answerTo(script('/assets/plain.js'))).rejects.toThrow('Failed to fetch');
    for (const request of [script('/api/dialysis/Today'), script('/api/x', 'POST'), navigation('/api/file/Download/a'), navigation('/licences.html')])
      expect(kept.answerTo(request)).toBeUndefined();
    expect(kept.answerTo({ ...script('/assets/a.js'), url: 'https://other.example/assets/a.js' } as Request)).toBeUndefined();
    expect([...caches.values()].flatMap(({ held }) => [...held.keys()]).filter((path) => path.startsWith('/api'))).toEqual([]);
  });

  it('are asked for first where they may change: the document of the server counts while it answers', async () => {
    const kept = files();
    await kept.keep(wish);
    served.set('/home', () => new Response('new document'));
    expect(await textOf(kept.answerTo(navigation('/home')))).toBe('new document');
    served.set('/home', () => new Response('bad gateway', { status: 502 }));
    expect(await textOf(kept.answerTo(navigation('/home')))).toContain('boot-1');
  });

  it('are replaced by those of a newer document once that is whole; folders of plugins that are gone go', async () => {
    const kept = files();
    await kept.keep(wish);
    served.set('/', () => new Response('<script src="/assets/boot-2.js">'));
    served.set('/assets/boot-2.js', () => new Response('boot two', { headers: IMMUTABLE }));
    // A page that still runs the one before asks for nothing new.
    await kept.keep(wish);
    away = true;
    expect(await textOf(kept.answerTo(navigation('/')))).toContain('boot-1');
    away = false;
    at = 2_000;
    await kept.keep({ boot: '/assets/boot-2.js', files: ['/assets/boot-2.js', `${PLUGIN}entry.js`], folders: ['/plugins/bed/2-b/'] });
    away = true;
    expect(await textOf(kept.answerTo(navigation('/')))).toContain('boot-2');
    expect(caches.size).toBe(1);
    await expect(kept.answerTo(script(`${PLUGIN}entry.js`))).rejects.toThrow('Failed to fetch');
  });

  it('that were cut off half way are not shown', async () => {
    const kept = files();
    served.set('/assets/boot-1.js', () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(kept.keep(wish)).rejects.toThrow('Failed to fetch');
    await expect(kept.answerTo(navigation('/'))).resolves.toMatchObject({ status: 200 });
    away = true;
    await expect(kept.answerTo(navigation('/'))).rejects.toThrow('Failed to fetch');
  });
});
