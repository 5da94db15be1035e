import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { SlotRendererProvider } from '@nephra/plugin-sdk/web';
import { expect } from 'vitest';
import { type DataCheckView, type PluginForAdministrator, registryContract, watchContract } from '../../../contract/index.ts';
import { type PluginDetailsWire, pluginDetailsContract } from '../../../contract/plugins/plugin-details.contract.ts';
import zh from '../../i18n/frame/zh.json' with { type: 'json' };
import { createFakeShell } from '../../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../../shell-context.tsx';
import { Page } from './plugins.page.tsx';

const MENU = createFakeMenu({ enCode: 'system.plugins' });
export const words = (zhText: string) => ({ zh: zhText, zhtw: zhText, en: zhText });

export const plugin = (id: string, name: string, more: Partial<PluginForAdministrator> = {}): PluginForAdministrator => ({
  id,
  name: words(name),
  description: words(''),
  version: '1.0.0',
  previousVersion: '',
  sdk: '^1.0.0',
  source: `plugins/${id}`,
  enabled: true,
  state: 'active',
  reason: '',
  waits: '',
  dependsOn: [],
  adds: {
    menus: [{ enCode: `his.${id}`, title: words(`${name}菜单`), type: 2 }],
    permissions: [`his.${id}:btn_add`],
    routes: [`GET /api/his/${id}`],
    slots: [],
    outboundHosts: [],
    privileges: [],
    jobs: [],
    tables: [],
    uses: [],
    browserBytes: 2048,
  },
  outside: false,
  inServer: false,
  publisher: '',
  asks: { outbound: [], jobs: [] },
  newly: { than: '', privileges: [], outboundHosts: [], uses: [], menus: [], permissions: [], slots: [], jobs: [], tables: [] },
  files: 'good',
  runningVersion: '1.0.0',
  deprecated: [],
  startedInMs: 12,
  reports: [],
  ...more,
});

export const LIST = [
  plugin('patient', '患者'),
  plugin('charging', '收费', {
    dependsOn: ['patient'],
    state: 'failed',
    reason: '迁移失败',
    reports: [{ time: 1_795_000_000_000, where: 'server start', kind: 'migrate', message: 'column exists', userName: '' }],
  }),
  plugin('guangxi', '广西医保', {
    enabled: false,
    state: 'disabled',
    adds: { ...plugin('guangxi', '广西医保').adds, outboundHosts: ['https://gateway.example'] },
  }),
];

// waits: what was drawn last is taken away after each test of either file (`closePage`)
let page: RenderedPage | undefined;

/** Takes away what was drawn last. */
export async function closePage(): Promise<void> {
  await page?.unmount();
  page = undefined;
}

interface Drawing {
  readonly list?: readonly PluginForAdministrator[];
  readonly grants?: readonly string[];
  readonly fileError?: string;
  readonly isAdministrator?: boolean;
  readonly details?: PluginDetailsWire;
  readonly watched?: { readonly checks: DataCheckView[]; readonly clockSteps: { at: number; byMs: number; node: string }[] };
}

export const NOW = Date.parse('2026-03-02T02:00:00Z');
export const soundCheck: DataCheckView = { finishedAt: NOW - 7 * 3_600_000, tookMs: 40, rules: 26, findings: [] };

export const DETAILS: PluginDetailsWire = {
  figures: { calls: 40, refused: 3, failed: 1, errors: 2, milliseconds: 500 },
  log: [{ number: 1, time: 1_795_000_000_000, level: 'error', text: 'a call failed (entries.list) Error: x' }],
  strikes: [],
  process: { kind: 'apart', pid: 4711, memoryMb: 71, peakMb: 96, restarts: 2, sharedWith: [], ownRole: true },
  before: { version: '', refusal: '' },
  pinned: '',
  inSource: '',
};

export async function draw({
  list = LIST,
  grants,
  fileError = '',
  isAdministrator = true,
  details = DETAILS,
  watched = { checks: [soundCheck], clockSteps: [] },
}: Drawing = {}) {
  const context = createFakeWebContext({ texts: zh, grants, user: { isAdministrator }, now: () => NOW });
  context.http.answer(watchContract.routes.history, watched);
  const calls: unknown[] = [];
  answerContract(context.http, registryContract, {
    list: { revision: 'r2', file: 'registry.json', fileError, list: [...list] },
    setState: (input) => {
      calls.push(input);
      return null;
    },
    reload: { revision: 'r3' },
  });
  answerContract(context.http, pluginDetailsContract, {
    one: () => details,
    setVersion: (input) => {
      calls.push(input);
      return null;
    },
  });
  const { shell, log } = createFakeShell();
  page = await renderElement(
    <ShellProvider shell={shell}>
      <SlotRendererProvider value={(point, props) => <p>{`${point} ${JSON.stringify(props)}`}</p>}>
        <Page />
      </SlotRendererProvider>
    </ShellProvider>,
    { context, menu: MENU },
  );
  return { ...page, calls, log, context };
}

export const rowOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('tr')].find((row) => row.textContent?.includes(name)) ?? expect.fail(`no row ${name}`);
export const button = (within: Element | null, text: string) =>
  [...(within?.querySelectorAll('button') ?? [])].find((one) => one.textContent === text) ?? expect.fail(`no button ${text}`);
