import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { MenuType } from '@nephra/plugin-sdk/contract';
import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { ApiError, type HttpPort } from '@nephra/plugin-sdk/web';
import { type CurrentUser, type ExportJob, exportsContract, type MajorChoice, type MenuWire, profileContract } from '../../../contract/index.ts';
import { type PreviewContent, previewContract } from '../../../contract/preview/preview.contract.ts';
import { ExportsStore } from '../../exports/exports.store.ts';
import type { Question } from '../../feedback/feedback.port.ts';
import { texts as en } from '../../i18n/texts.en.ts';
import { texts as zh } from '../../i18n/texts.zh.ts';
import { texts as zhtw } from '../../i18n/texts.zhtw.ts';
import { PreviewStore } from '../../preview/preview.store.ts';
import { FIXED_ROUTES } from '../../router/fixed-routes.ts';
import { translateMenus } from '../../router/menu-routes.ts';
import type { MenuItem, RouteEntry, Visit } from '../../router/route-table.ts';
import { DeviceStore } from '../../session/device.store.ts';
import { RecentPages } from '../../session/recent-pages.ts';
import { sampleSessionInfo } from '../../session/session-samples.ts';
import { SessionStore } from '../../session/session.store.ts';
import { type SettingValues, SettingsStore } from '../../session/settings.store.ts';
import type { Shell, ShellRouter } from '../../shell-context.tsx';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { openStorage } from '../../storage/browser-storage.ts';

/** What the frame did to the rest of the shell, in order. */
export interface FakeShell {
  readonly shell: Shell;
  readonly router: FakeRouter;
  readonly log: string[];
  endSession(): void;
}

export interface FakeShellOptions {
  readonly menus?: readonly MenuWire[];
  readonly settings?: Partial<SettingValues>;
  readonly at?: string;
  /** What people answer to questions. Default: yes. */
  readonly answer?: boolean;
  /** Reply to the preview call. */
  readonly previewAddress?: string;
  /** What our own preview shows; a call that finds none is refused. */
  readonly previewed?: (sheet: number) => PreviewContent | undefined;
  /** The person's exports in the background as the server knows them; a test changes the list. */
  readonly exports?: ExportJob[];
  /** Organisations that the person works in. */
  readonly workplaces?: readonly MajorChoice[];
}

// waits: it only makes entries differ and keeps their order; no test reads the number
let count = 0;

/** A menu entry as the server sends it; with children it is a directory. */
export function fakeMenu(enCode: string, fullName: string, children: MenuWire[] | null = null, more: Partial<MenuWire> = {}): MenuWire {
  count += 1;
  return {
    id: `menu-${count}`,
    parentId: '-1',
    fullName,
    enCode,
    type: children === null ? MenuType.Page : MenuType.Directory,
    icon: '',
    iconName: '',
    urlAddress: children === null ? enCode.replaceAll('.', '/') : '',
    linkTarget: '_self',
    category: 'Web',
    propertyJson: '',
    sortCode: count,
    hasChildren: children !== null,
    isLeaf: children === null,
    num: 0,
    children,
    ...more,
  };
}

/** A router that arrives at once. */
export class FakeRouter implements ShellRouter {
  visit: Visit;
  private readonly generations = new Map<string, number>();

  constructor(
    public routes: readonly RouteEntry[],
    at: string,
    private readonly log: string[],
  ) {
    this.visit = this.look(at);
    makeAutoObservable<this, 'log' | 'generations' | 'look'>(this, {
      visit: observableRef,
      routes: observableRef,
      log: false,
      generations: false,
      look: false,
      find: false,
    });
  }

  private look(fullPath: string): Visit {
    const [path = '', search] = fullPath.split('?');
    const route = this.find(path);
    if (route === undefined) throw new Error(`The test has no route ${path}.`);
    return { route, path, fullPath, query: Object.fromEntries(new URLSearchParams(search)), generation: this.generations.get(path) ?? 0 };
  }

  setRoutes(routes: readonly RouteEntry[]): void {
    this.routes = routes;
  }

  find(path: string): RouteEntry | undefined {
    return this.routes.find((route) => route.path === path);
  }

  navigate(fullPath: string): void {
    this.log.push(`go ${fullPath}`);
    this.visit = this.look(fullPath);
  }

  async open(item: MenuItem): Promise<void> {
    this.navigate(item.path);
  }

  startOver(): void {
    this.log.push('start over');
    if (this.find(this.visit.path) !== undefined) this.visit = { ...this.visit, generation: this.visit.generation + 1 };
    for (const { path } of this.routes) this.generations.set(path, (this.generations.get(path) ?? 0) + 1);
  }

  refresh(fullPath: string): void {
    const [path = ''] = fullPath.split('?');
    this.generations.set(path, (this.generations.get(path) ?? 0) + 1);
    this.navigate(fullPath);
  }
}

const TEXTS = { zh, zhtw, en } as const;

function lookUp(tree: unknown, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((node, part) => (typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[part] : undefined), tree);
  return typeof found === 'string' ? found : undefined;
}

const CURRENT_USER: Pick<CurrentUser, 'userInfo' | 'sysConfigInfo'> = {
  userInfo: {
    userId: 'u1',
    userAccount: 'nurse',
    userName: '李护士',
    enCode: 'N001',
    headIcon: '',
    gender: 2,
    mobilePhone: '',
    email: '',
    organizeId: 'o1',
    organizeName: '示范血透中心/护理部',
    departmentId: '',
    departmentName: '',
    roleId: '',
    roleName: '',
    roleIds: [],
    positionName: '',
    isAdministrator: false,
    priceType: '1',
    portalId: '',
    prevLogin: 0,
    prevLoginTime: null,
    prevLoginIPAddress: '',
    prevLoginIPAddressName: '',
    language: 'zh',
    theme: 'classic',
  },
  sysConfigInfo: {
    sysName: '血透中心信息系统',
    sysVersion: 'V1.0.0',
    loginIcon: '',
    navigationIcon: '',
    logoIcon: '',
    appIcon: '',
    copyright: 'Copyright © Nephra',
    companyName: '',
    title: '血透中心信息系统',
    website: 'https://nephra.example/',
    dashboardHost: '',
    reportHost: '',
    previewHost: '',
  },
};

/** The real stores and texts around fake edges, for tests of the frame. */
export function createFakeShell({
  menus = [],
  settings: given = {},
  at = '/home',
  answer = true,
  previewAddress = '',
  previewed,
  workplaces = [],
  exports: exported = [],
}: FakeShellOptions = {}): FakeShell {
  const log: string[] = [];
  const area = memoryStorage();
  const storage = openStorage(() => area);
  const settings = new SettingsStore(storage);
  const session = new SessionStore(storage);
  const translated = translateMenus(menus);
  const ends = new Set<() => void>();
  runInAction(() => {
    for (const [name, value] of Object.entries(given)) settings.set(name as keyof SettingValues, value);
    session.accept({ ...CURRENT_USER, menuList: [...menus], permissionList: [], sessionInfo: sampleSessionInfo }, translated.menus);
  });
  const router = new FakeRouter([...FIXED_ROUTES, ...translated.routes], at, log);

  const t = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    (lookUp(TEXTS[settings.language], key) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
  const say = (kind: string) => (text: string) => void log.push(`${kind} ${text}`);
  const toast = { success: say('success'), info: say('info'), warning: say('warning'), error: say('error'), show: () => undefined, close: () => undefined };
  const confirm = async ({ content }: Question) => {
    log.push(`ask ${content}`);
    return answer;
  };
  const http: HttpPort = {
    async call(route, input) {
      if (route.path === profileContract.routes.organizes.path) return { data: workplaces, msg: '' };
      if (route.path === exportsContract.routes.list.path) return { data: { list: [...exported] }, msg: '' };
      log.push(`${route.method} ${route.path} ${JSON.stringify(input.query ?? input.body ?? {})}`);
      if (route.path === exportsContract.routes.cancel.path) {
        const { id } = input.params as { id: string };
        const at = exported.findIndex((job) => job.id === id);
        exported[at] = { ...(exported[at] as ExportJob), state: 'cancelled' };
        return { data: exported[at], msg: '' };
      }
      if (route.path === exportsContract.routes.file.path) return { data: new File(['abc'], '账单.xlsx'), msg: '' };
      if (route.path === previewContract.routes.content.path) {
        const data = previewed?.((input.query as { sheet: number }).sheet);
        if (!data) throw new ApiError({ code: 413, error: 'core.preview-too-large', message: '此文件过大' });
        return { data, msg: '' };
      }
      if (route.path === previewContract.routes.bytes.path) return { data: new File(['x'], 'a.png', { type: 'image/png' }), msg: '' };
      if (route.path === previewContract.routes.playLink.path) return { data: { url: '/api/file/Play?ticket=SIM' }, msg: '' };
      return { data: previewAddress, msg: '' };
    },
    fileUrl: (path) => path,
  };
  const preview = new PreviewStore();
  const device = new DeviceStore(storage);
  const shellContext = createFakeWebContext({ texts: zh });

  const shell: Shell = {
    session,
    settings,
    device,
    storage,
    drafts: shellContext.drafts,
    http,
    socket: { state: 'closed', send: () => false, on: () => () => undefined, onOpen: () => () => undefined },
    toast,
    confirm,
    router,
    unsaved: {
      isDirty: () => false,
      async mayLeave(fullPaths) {
        log.push(`leave? ${fullPaths.join(' ')}`);
        return answer;
      },
    },
    plugins: { revision: 'r1', plugins: [], languages: [], safeMode: false, shellContext, reload: async () => undefined },
    preview,
    exports: new ExportsStore({ http, later: () => () => undefined, onEnded: () => undefined }),
    recent: new RecentPages(storage),
    now: () => Date.now(),
    actions: {
      logout: async () => void log.push('log out'),
      lock: async () => void log.push('lock'),
      changeLanguage: async (language) => settings.set('language', language),
      changeLayout: async (layout) => settings.set('layoutType', layout),
      switchMajor: async (majorType, majorId) => {
        log.push(`switch ${majorType} ${majorId}`);
        return true;
      },
      retryServer: async () => void log.push('retry server'),
    },
    t,
    title: (meta) => lookUp(TEXTS[settings.language], meta.title) ?? meta.zhTitle,
    onSessionEnd(listener) {
      ends.add(listener);
      return () => ends.delete(listener);
    },
  };
  return { shell, router, log, endSession: () => [...ends].forEach((end) => void end()) };
}
