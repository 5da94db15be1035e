import type { RouteEntry } from './route-table.ts';

/** How a fixed route is drawn: over the whole window, by a page of the shell, or by the plugin that brings the page. */
export type FixedDrawing = 'screen' | 'shell' | 'plugin';

interface FixedRow {
  readonly path: string;
  readonly name: string;
  readonly zhTitle: string;
  readonly drawing: FixedDrawing;
  readonly icon?: string;
  readonly affix?: boolean;
  /** Offered by navigation and menu search. */
  readonly listed?: boolean;
  readonly cache?: boolean;
}

/** Spec 2.1. `/`, `/login`, `/jump` and `/redirect/*` draw nothing: the router sends them on. */
const ROWS: readonly FixedRow[] = [
  { path: '/lockScreen', name: 'lockScreen', zhTitle: '锁定屏幕', drawing: 'screen' },
  { path: '/auth-redirect', name: 'authRedirect', zhTitle: '授权返回', drawing: 'screen' },
  { path: '/home', name: 'home', zhTitle: '首页', drawing: 'shell', icon: 'home', affix: true, listed: true },
  { path: '/dashboard', name: 'dashboard', zhTitle: '门户', drawing: 'plugin', icon: 'dashboard' },
  { path: '/messageRecord', name: 'messageRecord', zhTitle: '消息中心', drawing: 'plugin', icon: 'message' },
  { path: '/previewModel', name: 'previewModel', zhTitle: '功能预览', drawing: 'plugin', cache: false },
  { path: '/profile', name: 'profile', zhTitle: '个人信息', drawing: 'shell', icon: 'user' },
  { path: '/emailDetail', name: 'emailDetail', zhTitle: '查看邮件', drawing: 'plugin', cache: false },
  { path: '/workFlowDetail', name: 'workFlowDetail', zhTitle: '流程详情', drawing: 'plugin', cache: false },
  { path: '/404', name: 'notFound', zhTitle: '页面不存在', drawing: 'shell', cache: false },
  { path: '/menuMore', name: 'moreMenu', zhTitle: '更多 ...', drawing: 'shell', icon: 'list' },
];

const entryOf = (row: FixedRow): RouteEntry => ({
  path: row.path,
  name: row.name,
  meta: {
    title: `route.${row.name}`,
    zhTitle: row.zhTitle,
    icon: row.icon ?? 'page',
    ...(row.affix ? { affix: true } : {}),
    ...(row.cache === false ? { cache: false } : {}),
  },
  hidden: !row.listed,
  mode: 'page',
  parents: [],
});

export const FIXED_ROUTES: readonly RouteEntry[] = ROWS.map(entryOf);

/** Paths that no menu entry may take. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set(['/', '/login', '/jump', ...ROWS.map((row) => row.path)]);

export const fixedDrawing = (path: string): FixedDrawing | undefined => ROWS.find((row) => row.path === path)?.drawing;

/** Names (text keys `plugins.<id>`) of the plugins that draw the fixed pages of later deliveries, and entries of a menu type that is designed on screen. */
export const PAGE_OWNERS: Readonly<Record<string, string>> = {
  3: 'visualdev',
  5: 'visualdev',
  8: 'portal',
  dashboard: 'portal',
  messageRecord: 'message',
  previewModel: 'visualdev',
  emailDetail: 'mail',
  workFlowDetail: 'workflow',
};
