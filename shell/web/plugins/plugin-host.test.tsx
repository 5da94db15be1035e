import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Language } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { type PluginDefinition, SlotOutlet, SlotRendererProvider, usePlugin } from '@nephra/plugin-sdk/web';
import type { PluginForBrowser } from '../../contract/index.ts';
import { createFakeShell } from '../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../shell-context.tsx';
import { fillingsOf } from './contribution-key.ts';
import { PluginHostStore, type SessionRegistry } from './plugin-host.ts';
import { MARK_AGAIN_MS, PluginPart } from './parts/plugin-part.tsx';
import { SlotList } from './parts/slot-list.tsx';

const name = { zh: '药房', zhtw: '藥局', en: 'Pharmacy' };
const row = (id: string, more: Partial<PluginForBrowser> = {}): PluginForBrowser => ({
  id,
  version: '1.0.0',
  name,
  base: `/plugins/${id}/1-a/`,
  entry: 'entry.js',
  dependsOn: [],
  activates: true,
  pages: [],
  menuTypes: [],
  slots: [],
  locales: name,
  previousBase: '',
  previousEntry: '',
  ...more,
});
const registry = (...plugins: PluginForBrowser[]): SessionRegistry => ({ revision: 'r1', plugins, overrides: { slotOrder: {}, hidden: [] } });

let broken = false;
function PharmacyPage({ title }: { readonly title: string }) {
  if (broken) throw new Error('boom');
  const { t, language } = usePlugin();
  return <p>{`${title} ${t('x')} ${language}`}</p>;
}
const Card = ({ patient }: { readonly patient: string }) => <b>card of {patient}</b>;

const EmptyPage = () => null;

const definition = (id: string, more: Partial<PluginDefinition> = {}): { default: PluginDefinition } => ({
  default: { id, version: '1.0.0', sdk: '^1.0.0', name, ...more },
});

function hostWith(plugins: PluginForBrowser[], modules: Record<string, unknown>, safeMode = false) {
  const language = observable.box<Language>('zh');
  const reports: string[] = [];
  const texts: string[] = [];
  const asked: string[] = [];
  let imports = 0;
  const host = new PluginHostStore({
    modules: {
      import: async <T,>(url: string) => {
        imports += 1;
        const module = modules[url];
        if (module === undefined) throw new Error(`Error loading http://his${url}`);
        return module as T;
      },
      resolve: (url) => url,
      delete: () => true,
      addFiles: () => {},
      forgetFailures: () => [],
    },
    safeMode,
    language: () => language.get(),
    fetchFiles: async (id, base) => {
      asked.push(`${id} ${base}`);
      return { integrity: {}, css: {}, settings: { rows: 5 }, texts: {} };
    },
    fetchTexts: async ({ row: { id } }, wanted) => void texts.push(`${id} ${wanted}`),
    createContext: (pluginId, { settings }) => createFakeWebContext({ pluginId, settings, language: language.get() }),
    probe: async () => ({ state: 'http', status: 404 }),
    report: ({ pluginId, kind, where }) => reports.push(`${pluginId} ${kind} ${where}`),
    wait: async () => {},
    later: () => () => {},
    readRegistry: async () => registry(row('charging')),
    hasUnsaved: () => false,
  });
  host.take(registry(...plugins));
  return { host, language, reports, texts, asked, imports: () => imports };
}

const entry = '/plugins/pharmacy/1-a/entry.js';
const pharmacy = row('pharmacy', { pages: ['his.pharmacy'], slots: [{ point: 'shell/home@1', key: 'today', order: 10 }] });
const module = definition('pharmacy', {
  pages: [{ enCode: 'his.pharmacy', load: async () => ({ Page: PharmacyPage as never }) }],
  slots: [{ point: 'shell/home@1', key: 'today', order: 10, load: async () => ({ Slot: Card as never }) }],
});
const page = { kind: 'page', enCode: 'his.pharmacy' } as const;

let drawn: RenderedPage | undefined;
afterEach(async () => {
  broken = false;
  await drawn?.unmount();
  drawn = undefined;
  vi.restoreAllMocks();
});

describe('the host', () => {
  test('knows who draws a page code or a whole menu type; a page code goes first', () => {
    const { host } = hostWith([row('model', { menuTypes: [3] }), row('order', { pages: ['extend.order'] })], {});
    expect(host.pageOwner({ enCode: 'extend.order', type: 3 })?.id).toBe('order');
    expect(host.pageOwner({ enCode: 'other', type: 3 })?.id).toBe('model');
    expect(host.pageOwner({ enCode: 'other' })).toBeUndefined();
  });

  test('in safe mode no plugin draws anything', () => {
    const { host } = hostWith([pharmacy], { [entry]: module }, true);
    expect([host.safeMode, host.plugins, host.fillings('shell/home@1')]).toEqual([true, [], []]);
  });

  test('a new language brings texts first, then new contexts', async () => {
    const { host, language, texts } = hostWith([pharmacy], { [entry]: module });
    await host.bring('pharmacy', page, true);
    const before = host.contextOf('pharmacy');
    await host.prepareLanguage('en');
    expect(texts).toEqual(['pharmacy zh', 'pharmacy en']);
    runInAction(() => {
      language.set('en');
      host.languageChanged();
    });
    expect(host.contextOf('pharmacy')?.language).toBe('en');
    expect(host.contextOf('pharmacy')).not.toBe(before);
  });

  test('settings of the registry reach the plugin', async () => {
    const { host } = hostWith([pharmacy], { [entry]: module });
    await host.bring('pharmacy', page, true);
    expect(host.contextOf('pharmacy')?.settings).toEqual({ rows: 5 });
  });

  test('reload takes the new registry and drops what changed', async () => {
    const { host } = hostWith([pharmacy], { [entry]: module });
    await host.bring('pharmacy', page, true);
    await host.reload();
    expect(host.plugins.map(({ id }) => id)).toEqual(['charging']);
    expect(host.component('pharmacy', page)).toBeUndefined();
  });

  test('a module without the promised component is told to the administrator', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const wrong = definition('pharmacy', { ...module.default, pages: [{ enCode: 'his.pharmacy', load: async () => ({}) as never }] });
    const { host, reports } = hostWith([pharmacy], { [entry]: wrong });
    await expect(host.bring('pharmacy', page, true)).rejects.toMatchObject({ kind: 'invalid-module' });
    expect(reports).toEqual(['pharmacy invalid-module page his.pharmacy']);
  });
});

test('what fills a point is ordered by plugin and hospital, and may be hidden', () => {
  const plugins = [
    row('b', {
      slots: [
        { point: 'p@1', key: 'one', order: 100 },
        { point: 'other@1', key: 'x', order: 1 },
      ],
    }),
    row('a', {
      slots: [
        { point: 'p@1', key: 'two', order: 100 },
        { point: 'p@1', key: 'first', order: 5 },
      ],
    }),
  ];
  const names = (slotOrder = {}, hidden: string[] = []) => fillingsOf('p@1', plugins, { slotOrder, hidden }).map(({ pluginId, key }) => `${pluginId}.${key}`);
  expect(names()).toEqual(['a.first', 'a.two', 'b.one']);
  expect(names({ 'p@1/b.one': 1 })).toEqual(['b.one', 'a.first', 'a.two']);
  expect(names({}, ['p@1/a.two'])).toEqual(['a.first', 'b.one']);
});

describe('drawing', () => {
  const draw = async (host: PluginHostStore, room?: 'page' | 'slot' | 'mark') => {
    const { shell } = createFakeShell();
    drawn = await renderElement(
      <ShellProvider shell={{ ...shell, plugins: host }}>
        <PluginPart host={host} pluginId="pharmacy" part={page} props={{ title: 'T' }} {...(room && { room })} />
      </ShellProvider>,
    );
    return drawn;
  };

  test('a page is brought on first use and follows the language', async () => {
    const { host, language } = hostWith([pharmacy], { [entry]: module });
    const shown = await draw(host);
    await shown.until(() => shown.text().includes('T x zh'));
    await act(async () =>
      runInAction(() => {
        language.set('en');
        host.languageChanged();
      }),
    );
    expect(shown.text()).toContain('T x en');
  });

  test('a page that cannot be had shows plugin, reason, code and a retry that works', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const modules: Record<string, unknown> = {};
    const { host, reports } = hostWith([pharmacy], modules);
    const shown = await draw(host);
    await shown.until(() => shown.find('alert'));
    expect(shown.text()).toContain('药房');
    expect(shown.text()).toContain('PHARMACY-HTTP');
    expect(reports).toEqual(['pharmacy http load', 'pharmacy http load', 'pharmacy http load']);
    modules[entry] = module;
    await shown.click(shown.get('button', '重试'));
    await shown.until(() => shown.text().includes('T x zh'));
  });

  test('a page that falls over shows its card; the rest of the screen and a retry live on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    broken = true;
    const { host, reports } = hostWith([pharmacy], { [entry]: module });
    const shown = await draw(host);
    await shown.until(() => shown.text().includes('PHARMACY-RENDER'));
    expect(reports).toEqual(['pharmacy render page his.pharmacy']);
    broken = false;
    await shown.click(shown.get('button', '重试'));
    await shown.until(() => shown.text().includes('T x zh'));
  });

  test('a slot that falls over in each of a thousand rows does not use up what the person may ask of the server', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const { host, reports } = hostWith([pharmacy], { [entry]: module });
    for (let at = 0; at < 1_000; at += 1) host.noteRenderFailure('pharmacy', { kind: 'slot', point: 'prescription/facts@1', key: 'y' }, new Error('broken'));
    host.noteRenderFailure('pharmacy', { kind: 'page', enCode: 'his.pharmacy' }, new Error('broken'));
    const slot = 'pharmacy render slot prescription/facts@1 y';
    expect(reports).toEqual([slot, slot, slot, 'pharmacy render page his.pharmacy']);
  });

  test('a mark that falls over leaves its button as it is, and comes back by itself', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    broken = true;
    const { host, reports } = hostWith([pharmacy], { [entry]: module });
    const shown = await draw(host, 'mark');
    await shown.until(() => reports.length === 1);
    broken = false;
    await act(async () => void (await vi.advanceTimersByTimeAsync(MARK_AGAIN_MS - 1_000)));
    expect([shown.text(), shown.find('alert')]).toEqual(['', undefined]);
    await act(async () => void (await vi.advanceTimersByTimeAsync(2_000)));
    await shown.until(() => shown.text().includes('T x zh'));
  });

  test.each([
    ['shell/chat-drawer@1', true],
    ['shell/home@1', false],
  ] as const)('what was opened says that it is on its way; a card of a page comes when it is there: %s', async (point, said) => {
    const slot = { point, key: 'late', order: 10 };
    const never = definition('pharmacy', { slots: [{ ...slot, load: () => new Promise(() => {}) }] });
    const { host } = hostWith([row('pharmacy', { slots: [slot] })], { [entry]: never });
    const { shell } = createFakeShell();
    drawn = await renderElement(
      <ShellProvider shell={{ ...shell, plugins: host }}>
        <SlotList host={host} point={point} props={{}} fallback="nobody" />
      </ShellProvider>,
    );
    expect(drawn.find('status') !== undefined).toBe(said);
  });

  test('a slot outlet draws the fillings with their props, or its fallback', async () => {
    const { host } = hostWith([pharmacy], { [entry]: module });
    const { shell } = createFakeShell();
    drawn = await renderElement(
      <ShellProvider shell={{ ...shell, plugins: host }}>
        <SlotRendererProvider value={(point, props, fallback) => <SlotList host={host} point={point} props={props} fallback={fallback} />}>
          <SlotOutlet point="shell/home@1" props={{ patient: '张三' } as never} fallback="nobody" />
          <SlotOutlet point={'none@1' as never} props={{} as never} fallback="empty" />
        </SlotRendererProvider>
      </ShellProvider>,
    );
    const shown = drawn;
    await shown.until(() => shown.text().includes('card of 张三'));
    expect(shown.text()).toContain('empty');
    expect(shown.text()).not.toContain('nobody');
  });
});

describe('facts of the first page that came with the session', () => {
  const started = async (base: string, between: (host: PluginHostStore) => void = () => {}) => {
    const { host, asked } = hostWith([], { [entry]: definition('pharmacy', { pages: [{ enCode: 'p', load: async () => ({ Page: EmptyPage }) }] }) });
    const files = { integrity: {}, css: {}, settings: { rows: 9 }, texts: {} };
    host.take({ ...registry(row('pharmacy', { pages: ['p'] })), start: { id: 'pharmacy', base, needs: [], files } });
    between(host);
    await host.bring('pharmacy', { kind: 'page', enCode: 'p' }, true);
    return { asked, rows: host.contextOf('pharmacy')?.settings.rows };
  };

  test('are used instead of asking', async () => {
    expect(await started('/plugins/pharmacy/1-a/')).toEqual({ asked: [], rows: 9 });
  });
  test('of another version of the plugin are not', async () => {
    expect(await started('/plugins/pharmacy/0-z/')).toEqual({ asked: ['pharmacy /plugins/pharmacy/1-a/'], rows: 5 });
  });
  test('in the language before are not', async () => {
    expect((await started('/plugins/pharmacy/1-a/', (host) => host.languageChanged())).rows).toBe(5);
  });
});
