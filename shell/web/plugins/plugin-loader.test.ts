import { describe, expect, test, vi } from 'vitest';
import { ApiError, definePlugin, page, type WebContext } from '@nephra/plugin-sdk/web';
import type { PluginForBrowser } from '../../contract/index.ts';
import type { FileState } from '../net/static-file.ts';
import { PluginFailure } from './plugin-failure.ts';
import { GIVE_UP_AFTER_MS, PluginLoader, type PluginLoaderOptions, SLOW_AFTER_MS } from './plugin-loader.ts';

const text = { zh: '药房', zhtw: '藥局', en: 'Pharmacy' };
const row = (id: string, more: Partial<PluginForBrowser> = {}): PluginForBrowser => ({
  id,
  version: '1.0.0',
  name: text,
  base: `/plugins/${id}/1.0.0-aa/`,
  entry: 'entry.js',
  dependsOn: [],
  activates: true,
  pages: [`his.${id}`],
  menuTypes: [],
  slots: [],
  locales: text,
  previousBase: '',
  previousEntry: '',
  ...more,
});
const plugin = (id: string, version = '1.0.0', activate?: (ctx: WebContext) => undefined | (() => void)) => ({
  default: definePlugin({
    id,
    version,
    sdk: '^1.0.0',
    name: text,
    pages: [page(`his.${id}`, async () => ({ Page: EmptyPage }))],
    ...(activate ? { activate } : {}),
  }),
});

const EmptyPage = () => null;

type Module = unknown | (() => unknown);

/** A loader whose module system answers from lists: per address one answer after the other, the last one for ever. */
function loaderWith(rows: PluginForBrowser[], modules: Record<string, Module[]>, more: Partial<PluginLoaderOptions> = {}) {
  const imports: string[] = [];
  const timers: { work: () => void; ms: number }[] = [];
  const reports: string[] = [];
  const forgotten = vi.fn(() => []);
  const deleted: string[] = [];
  const options: PluginLoaderOptions = {
    modules: {
      import: async <T>(url: string) => {
        imports.push(url);
        const answers = modules[url] ?? [];
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        const value = typeof answer === 'function' ? (answer as () => unknown)() : answer;
        if (value instanceof Error) throw value;
        return value as T;
      },
      resolve: (url) => `http://his${url}`,
      delete: (url) => deleted.push(url),
      addFiles: () => {},
      forgetFailures: forgotten,
    },
    find: (id) => rows.find((candidate) => candidate.id === id),
    fetchFiles: async () => ({ integrity: { 'entry.js': 'sha384-x' }, css: {}, settings: {}, texts: {} }),
    loadTexts: async () => {},
    contextFor: () => ({}) as WebContext,
    probe: async () => ({ state: 'ok' }),
    report: (failure, where) => reports.push(`${failure.kind} ${where}`),
    onSlow: vi.fn(),
    wait: async () => {},
    later: (work, ms) => {
      const entry = { work, ms };
      timers.push(entry);
      return () => {
        const at = timers.indexOf(entry);
        if (at >= 0) timers.splice(at, 1);
      };
    },
    ...more,
  };
  return { loader: new PluginLoader(options), imports, timers, reports, forgotten, deleted, options };
}
const failed = (work: Promise<unknown>): Promise<PluginFailure> =>
  work.then(
    () => Promise.reject(new Error('should fail')),
    (error) => error as PluginFailure,
  );
const entry = '/plugins/pharmacy/1.0.0-aa/entry.js';
const gone = () => new Error(`https://github.com/systemjs Error loading http://his${entry} from x (SystemJS Error#3)`);

describe('loading', () => {
  test('many uses share one promise', async () => {
    const { loader, imports } = loaderWith([row('pharmacy')], { [entry]: [plugin('pharmacy')] });
    const [a, b] = await Promise.all([loader.load('pharmacy'), loader.load('pharmacy')]);
    expect(a).toBe(b);
    expect(imports).toEqual([entry]);
  });

  test('required plugins come first', async () => {
    const order: string[] = [];
    const noted = (id: string) =>
      plugin(id, '1.0.0', () => {
        order.push(id);
        return undefined;
      });
    const { loader } = loaderWith([row('pharmacy', { dependsOn: ['patient', 'without-web'] }), row('patient')], {
      [entry]: [noted('pharmacy')],
      '/plugins/patient/1.0.0-aa/entry.js': [noted('patient')],
    });
    await loader.load('pharmacy');
    expect(order).toEqual(['patient', 'pharmacy']);
  });

  test('a required plugin that activates nothing is left where it is until somebody draws it', async () => {
    const { loader, imports } = loaderWith([row('pharmacy', { dependsOn: ['patient'] }), row('patient', { activates: false })], {
      [entry]: [plugin('pharmacy')],
    });
    await loader.load('pharmacy');
    expect(imports).toEqual([entry]);
  });

  test('a failed plugin that others require fails them, and nobody else', async () => {
    const { loader } = loaderWith([row('pharmacy', { dependsOn: ['patient'] }), row('patient'), row('charging')], {
      [entry]: [plugin('pharmacy')],
      '/plugins/patient/1.0.0-aa/entry.js': [() => new TypeError('boom')],
      '/plugins/charging/1.0.0-aa/entry.js': [plugin('charging')],
    });
    expect((await failed(loader.load('pharmacy'))).pluginId).toBe('patient');
    await expect(loader.load('charging')).resolves.toBeDefined();
  });

  test('texts are there before the code runs', async () => {
    const order: string[] = [];
    const { loader } = loaderWith(
      [row('pharmacy')],
      { [entry]: [() => order.push('code') && plugin('pharmacy')] },
      { loadTexts: async () => void order.push('texts') },
    );
    await loader.load('pharmacy');
    expect(order).toEqual(['texts', 'code']);
  });

  test('unload undoes what the plugin activated, once', async () => {
    const undo = vi.fn();
    const { loader, imports } = loaderWith([row('pharmacy')], { [entry]: [plugin('pharmacy', '1.0.0', () => undo)] });
    await loader.load('pharmacy');
    loader.unload('pharmacy');
    loader.unload('pharmacy');
    expect(undo).toHaveBeenCalledOnce();
    await loader.load('pharmacy');
    expect(imports).toHaveLength(2);
  });
});

describe('failures', () => {
  const kindOf = async (answer: Module, more: Partial<PluginLoaderOptions> = {}) => {
    const { loader } = loaderWith([row('pharmacy')], { [entry]: [answer] }, more);
    return (await failed(loader.load('pharmacy'))).kind;
  };
  const probed = (state: FileState) => ({ probe: async () => state });

  test('are told apart', async () => {
    expect(await kindOf(gone, probed({ state: 'network' }))).toBe('network');
    expect(await kindOf(gone, probed({ state: 'http', status: 404 }))).toBe('http');
    expect(await kindOf(gone, probed({ state: 'integrity' }))).toBe('integrity');
    expect(await kindOf(gone, probed({ state: 'ok' }))).toBe('network');
    expect(await kindOf(() => new SyntaxError('Unexpected token'))).toBe('syntax');
    expect(await kindOf(() => new TypeError('x is not a function'))).toBe('evaluation');
    expect(await kindOf(() => new Error(`${entry} did not register a module`))).toBe('invalid-module');
    expect(await kindOf({})).toBe('invalid-module');
    expect(await kindOf(plugin('other'))).toBe('invalid-module');
    expect(await kindOf(plugin('pharmacy', '0.9.0'))).toBe('version');
    expect(await kindOf({ default: definePlugin({ id: 'pharmacy', version: '1.0.0', sdk: '^1.0.0', name: text }) })).toBe('invalid-module');
    expect(
      await kindOf(
        plugin('pharmacy', '1.0.0', () => {
          throw new Error('no');
        }),
      ),
    ).toBe('activate');
    const api = (error: string) => ({
      fetchFiles: async () => {
        throw new ApiError({ code: 0, error, message: 'x' });
      },
    });
    expect(await kindOf(plugin('pharmacy'), api('network'))).toBe('network');
    expect(await kindOf(plugin('pharmacy'), api('timeout'))).toBe('time-out');
    expect(await kindOf(plugin('pharmacy'), api('forbidden'))).toBe('http');
  });

  test('the hash of the file that failed is handed to the probe', async () => {
    const probe = vi.fn(async (): Promise<FileState> => ({ state: 'network' }));
    await kindOf(gone, { probe });
    expect(probe).toHaveBeenCalledWith(`http://his${entry}`, 'sha384-x');
  });

  test('have a code for the telephone', () => {
    expect(new PluginFailure('pharmacy', 'time-out', 'x').code).toBe('PHARMACY-TIME-OUT');
  });

  test('that may pass are tried three times, with failures forgotten before each', async () => {
    const { loader, imports, forgotten } = loaderWith([row('pharmacy')], { [entry]: [gone, gone, plugin('pharmacy')] });
    await loader.load('pharmacy');
    expect(imports).toHaveLength(3);
    expect(forgotten).toHaveBeenCalledTimes(2);
  });

  test('that will not pass are not repeated, and asking again asks the network again', async () => {
    const { loader, imports, reports } = loaderWith([row('pharmacy')], { [entry]: [() => new SyntaxError('x'), plugin('pharmacy')] });
    expect((await failed(loader.load('pharmacy'))).kind).toBe('syntax');
    expect(imports).toHaveLength(1);
    expect(reports).toEqual(['syntax load']);
    await expect(loader.load('pharmacy')).resolves.toBeDefined();
  });

  const forever = () => new Promise(() => {});
  test('a module that never arrives says so after 8 s and is given up after 20 s', async () => {
    const { loader, imports, timers, deleted, options } = loaderWith([row('pharmacy')], {
      [entry]: [forever],
      [`${entry}?again=1`]: [forever],
      [`${entry}?again=2`]: [forever],
    });
    const outcome = failed(loader.load('pharmacy'));
    for (let round = 1; round <= 3; round += 1) {
      await vi.waitFor(() => expect(imports).toHaveLength(round), { interval: 1, timeout: 60_000 });
      for (const { ms, work } of [...timers]) if (ms === SLOW_AFTER_MS || ms === GIVE_UP_AFTER_MS) work();
      expect(deleted).toHaveLength(round);
    }
    expect((await outcome).kind).toBe('time-out');
    // SystemJS knows modules by their whole address only, and a browser asks again only under another address.
    expect(deleted).toEqual([`http://his${entry}`, `http://his${entry}?again=1`, `http://his${entry}?again=2`]);
    expect(options.onSlow).toHaveBeenCalledWith('pharmacy');
    expect(timers).toEqual([]);
  });
});

describe('the version before', () => {
  const withPrevious = row('pharmacy', { previousBase: '/plugins/pharmacy/0.9.0-bb/', previousEntry: 'old.js' });
  const old = '/plugins/pharmacy/0.9.0-bb/old.js';

  test('is taken after two failures of the current one', async () => {
    const { loader, imports } = loaderWith([withPrevious], { [entry]: [() => new SyntaxError('x')], [old]: [plugin('pharmacy', '0.9.0')] });
    const loaded = await loader.load('pharmacy');
    expect(loaded.isPrevious).toBe(true);
    expect(imports).toEqual([entry, entry, old]);
  });

  test('when it fails too, the next try starts with the current one again', async () => {
    const { loader, imports } = loaderWith([withPrevious], { [entry]: [() => new SyntaxError('x')], [old]: [() => new SyntaxError('y')] });
    await failed(loader.load('pharmacy'));
    imports.length = 0;
    await failed(loader.load('pharmacy'));
    expect(imports[0]).toBe(entry);
  });

  test('is taken after the current one fell over twice while drawing', async () => {
    const { loader } = loaderWith([withPrevious], { [entry]: [plugin('pharmacy')], [old]: [plugin('pharmacy', '0.9.0')] });
    expect((await loader.load('pharmacy')).isPrevious).toBe(false);
    loader.noteRenderFailure('pharmacy');
    expect((await loader.load('pharmacy')).isPrevious).toBe(false);
    loader.noteRenderFailure('pharmacy');
    expect((await loader.load('pharmacy')).isPrevious).toBe(true);
  });
});

test('three plugins load at a time; an urgent one at once, although what loads beside it never ends', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const turn = () => new Promise((done) => setImmediate(done));
  const opened: string[] = [];
  const release = new Map<string, () => void>();
  const { loader } = loaderWith(
    ids.map((id) => row(id)),
    {},
    {
      fetchFiles: (id) => {
        opened.push(id);
        return new Promise((resolve) => release.set(id, () => resolve({ integrity: {}, css: {}, settings: {}, texts: {} })));
      },
    },
  );
  for (const id of ids.slice(0, 4)) loader.load(id).catch(() => {});
  loader.load('e', true).catch(() => {});
  const hasOpened = (...those: readonly string[]) => vi.waitFor(() => expect(opened.toSorted()).toEqual(those), { interval: 1, timeout: 60_000 });
  await hasOpened('a', 'b', 'c', 'e');
  // One that waited for a slot, and whose page is opened now.
  for (const id of ['f', 'g']) {
    loader.load(id).catch(() => {});
    if (id === 'g') await turn();
    loader.load(id, true).catch(() => {});
  }
  await hasOpened('a', 'b', 'c', 'e', 'f', 'g');
  for (const id of ['g', 'f', 'e', 'a']) release.get(id)?.();
  await hasOpened('a', 'b', 'c', 'd', 'e', 'f', 'g');
});
