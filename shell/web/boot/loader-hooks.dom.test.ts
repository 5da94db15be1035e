import { beforeEach, describe, expect, it } from 'vitest';
import { type FileTable, installHooks } from './loader-hooks.ts';

type Declare = (give: (names: object) => void) => { execute?: () => void };

/** SystemJS without a network: scripts are functions that register, or are missing like a failed request. */
class FakeLoader {
  scripts = new Map<string, () => void>();
  integrity: Record<string, string> = {};
  deleted: string[] = [];
  #last: [string[], Declare] | undefined;

  register(deps: string[], declare: Declare): void {
    this.#last = [deps, declare];
  }
  async instantiate(url: string): Promise<unknown> {
    const run = this.scripts.get(url);
    if (!run) throw new Error(`404 ${url}`);
    this.#last = undefined;
    run();
    return this.#last ?? [[], () => ({})];
  }
  async import(url: string): Promise<Record<string, unknown>> {
    try {
      const [, declare] = (await this.instantiate(url)) as [string[], Declare];
      const names: Record<string, unknown> = {};
      declare((given) => Object.assign(names, given)).execute?.();
      this.onload(undefined, url);
      return names;
    } catch (error) {
      this.onload(error, url);
      throw error;
    }
  }
  onload(_error: unknown, _url: string): void {}
  addImportMap({ integrity }: { integrity: Record<string, string> }): void {
    Object.assign(this.integrity, integrity);
  }
  delete(url: string): void {
    this.deleted.push(url);
  }
}

const at = (path: string) => new URL(path, document.baseURI).href;
const table: FileTable = {
  shared: { react: '/assets/base.js', 'react-dom': '/assets/base.js' },
  css: { '/assets/base.js': ['/assets/base.css'], '/assets/data.js': ['/assets/data.css'], '/assets/kit.js': ['/assets/kit.css'] },
  sheets: ['/assets/base.css', '/assets/kit.css', '/assets/data.css', '/assets/jobs.page.css'],
  late: { file: '/assets/late-1.json', integrity: 'sha256-late' },
};
const HASHES = { '/assets/base.js': 'sha256-base', '/assets/kit.js': 'sha256-kit', '/assets/data.js': 'sha256-data', '/assets/data.css': 'sha384-data' };
const LATE = { integrity: { 'jobs.page.js': 'sha256-jobs', 'jobs.page.css': 'sha256-sheet' }, css: { 'jobs.page.js': ['jobs.page.css'] } };

/** The hooks are put on the prototype, so every test has a class of its own. */
const freshLoader = (): FakeLoader => {
  class Loader extends FakeLoader {}
  for (const name of ['register', 'instantiate', 'onload', 'addImportMap'] as const)
    Object.defineProperty(Loader.prototype, name, { value: FakeLoader.prototype[name], writable: true });
  return new Loader();
};
let loader: FakeLoader;
/** What was fetched, with the hash that it must have. */
let asked: string[] = [];
let lateAnswers: () => Response = () => Response.json(LATE);
/** The fake where SystemJS is expected; it has the members that the hooks use. */
const hooked = () => loader as unknown as ModuleLoader;

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
/** Style sheets arrive, or cannot be had: happy-dom's own switch, which the DOM types do not know. */
const sheetsArrive = (arrive: boolean) => {
  (window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }).happyDOM.settings.handleDisabledFileLoadingAsSuccess =
    arrive;
};
const script = (path: string, names: object) => loader.scripts.set(at(path), () => loader.register([], (give) => ({ execute: () => give(names) })));

beforeEach(() => {
  document.head.replaceChildren();
  sheetsArrive(true);
  loader = freshLoader();
  asked = [];
  lateAnswers = () => Response.json(LATE);
  installHooks(hooked(), table, HASHES, document, async (file, { integrity } = {}) => {
    asked.push(`${String(file)} ${integrity}`);
    return lateAnswers();
  });
});

describe('shared names', () => {
  it('come as one export each out of the file that holds them', async () => {
    script('/assets/base.js', { react: { useState: 1, default: 2 } });
    expect(await loader.import('shared:react')).toEqual({ useState: 1, default: 2 });
  });

  it('of one file are one import of it, and what failed is tried again', async () => {
    await expect(loader.import('shared:react')).rejects.toThrow('404');
    script('/assets/base.js', { react: { useState: 1 }, 'react-dom': { render: 2 } });
    const imported: string[] = [];
    const { import: load } = loader;
    loader.import = (url) => {
      imported.push(url);
      return load.call(loader, url);
    };
    expect(await Promise.all(['shared:react', 'shared:react-dom'].map((name) => load.call(loader, name)))).toEqual([{ useState: 1 }, { render: 2 }]);
    expect(imported).toEqual([at('/assets/base.js')]);
  });

  it('fail with a sentence when the file lacks the name', async () => {
    script('/assets/base.js', {});
    await expect(loader.import('shared:react')).rejects.toThrow('does not hold react');
  });
});

describe('style sheets', () => {
  it('stand in the order of the release whatever the order of loading, those of plugins last', async () => {
    hooked().addFiles('/plugins/x/1/', { integrity: { 'page.css': 'sha384-page' }, css: { 'page.js': ['page.css'] } });
    for (const path of ['/assets/data.js', '/plugins/x/1/page.js', '/assets/kit.js', '/assets/base.js']) {
      script(path, { fine: true });
      await loader.import(at(path));
    }
    expect(links().map(({ href }) => new URL(href).pathname)).toEqual(['/assets/base.css', '/assets/kit.css', '/assets/data.css', '/plugins/x/1/page.css']);
    expect(links().map(({ integrity }) => integrity ?? '')).toEqual(['', '', 'sha384-data', 'sha384-page']);
  });

  it('that cannot be had fail the module, and are asked for again at the next try', async () => {
    sheetsArrive(false);
    script('/assets/kit.js', { fine: true });
    await expect(loader.import(at('/assets/kit.js'))).rejects.toThrow('kit.css (style sheet)');
    expect(links()).toEqual([]);
    sheetsArrive(true);
    expect(await loader.import(at('/assets/kit.js'))).toEqual({ fine: true });
  });
});

describe('failures', () => {
  it('are forgotten together, so that a retry asks the network for everything that failed', async () => {
    await expect(loader.import(at('/plugins/x/1/entry.js'))).rejects.toThrow('404');
    await expect(loader.import('shared:react')).rejects.toThrow('404');
    expect(hooked().forgetFailures()).toEqual([at('/plugins/x/1/entry.js'), at('/assets/base.js'), 'shared:react']);
    expect(loader.deleted).toHaveLength(3);
    expect(hooked().forgetFailures()).toEqual([]);
  });

  it('a script that registers nothing is one', async () => {
    loader.scripts.set(at('/plugins/x/1/page.js'), () => {});
    await expect(loader.import(at('/plugins/x/1/page.js'))).rejects.toThrow('did not register a module');
  });
});

describe('files that are loaded on demand alone', () => {
  it('bring the list of their hashes and style sheets before the first of them, once', async () => {
    script('/assets/base.js', { fine: true });
    await loader.import(at('/assets/base.js'));
    expect(asked).toEqual([]);
    script('/assets/jobs.page.js', { page: true });
    expect(await Promise.all([loader.import(at('/assets/jobs.page.js')), loader.import(at('/assets/jobs.page.js'))])).toHaveLength(2);
    expect(asked).toEqual(['/assets/late-1.json sha256-late']);
    expect(loader.integrity).toEqual({ [at('/assets/jobs.page.js')]: 'sha256-jobs', [at('/assets/jobs.page.css')]: 'sha256-sheet' });
    expect(links().map(({ href, integrity }) => [new URL(href).pathname, integrity ?? ''])).toEqual([
      ['/assets/base.css', ''],
      ['/assets/jobs.page.css', 'sha256-sheet'],
    ]);
  });

  it('are not run without that list, and the next try asks for it again', async () => {
    script('/assets/jobs.page.js', { page: true });
    lateAnswers = () => new Response('gone', { status: 404 });
    await expect(loader.import(at('/assets/jobs.page.js'))).rejects.toThrow('late-1.json');
    expect(hooked().forgetFailures()).toEqual([at('/assets/jobs.page.js')]);
    lateAnswers = () => Response.json(LATE);
    expect(await loader.import(at('/assets/jobs.page.js'))).toEqual({ page: true });
  });

  it('of packages have nothing to do with it', async () => {
    script('/plugins/x/1/page.js', { page: true });
    await loader.import(at('/plugins/x/1/page.js'));
    expect(asked).toEqual([]);
  });
});

it('hashes of a package are known to the loader before its first import', () => {
  hooked().addFiles('/plugins/x/1/', { integrity: { 'entry.js': 'sha384-e' }, css: {} });
  expect(loader.integrity).toEqual({ [at('/plugins/x/1/entry.js')]: 'sha384-e' });
});
