import { makeAutoObservable, observableRef } from 'mobx';
import { parseGrantCode } from '@nephra/plugin-sdk/contract';
import type { WebUser } from '@nephra/plugin-sdk/web';
import type { CurrentUser, PermissionEntry, SessionInfo, SysConfigInfo, UserInfo } from '../../contract/index.ts';
import type { MenuItem } from '../router/route-table.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';

/** Texts and icons that hold until the server has spoken (spec 3, system config). */
export const DEFAULT_SYS_CONFIG: SysConfigInfo = {
  sysName: '血透中心信息系统',
  sysVersion: 'V1.0.0',
  loginIcon: '',
  navigationIcon: '',
  logoIcon: '',
  appIcon: '',
  copyright: 'Copyright © Nephra',
  companyName: '',
  title: '血透中心信息系统',
  website: '',
  dashboardHost: '',
  reportHost: '',
  previewHost: '',
};

export interface LockUser {
  readonly userAccount: string;
  readonly userName: string;
  readonly headIcon: string;
}

/**
 * Who is signed in and what they may see (spec 3, login session). Components read; acts such as log-out, lock and
 * language change are in `shell.actions`.
 */
export class SessionStore {
  /** As log-in returned it, `Bearer …`; empty = signed out. */
  token: string;
  isLock: boolean;
  /** Tree of the permitted menus with their shell paths; empty = not loaded. */
  menuList: readonly MenuItem[] = [];
  /** Left side of the blend layout: children of the chosen top entry. */
  leftMenuList: readonly MenuItem[] = [];
  permissionList: readonly PermissionEntry[] = [];
  userInfo: UserInfo | null = null;
  /** Terms of the session; null = not loaded. */
  sessionInfo: SessionInfo | null = null;
  /** Minutes without work that locked the screen by themselves; 0 = somebody locked it. */
  lockedAfterMinutes = 0;
  sysConfig: SysConfigInfo;
  loginLoading = false;

  readonly #storage: BrowserStorage;

  constructor(storage: BrowserStorage) {
    this.#storage = storage;
    this.token = storage.getText('token') ?? '';
    this.isLock = storage.getNumber('lock') === 1;
    this.sysConfig = { ...DEFAULT_SYS_CONFIG, ...(storage.get('sysConfig') as Partial<SysConfigInfo> | undefined) };
    makeAutoObservable<this>(
      this,
      {
        menuList: observableRef,
        leftMenuList: observableRef,
        permissionList: observableRef,
        userInfo: observableRef,
        sessionInfo: observableRef,
        sysConfig: observableRef,
      },
      { autoBind: true },
    );
  }

  /** True once user, menus and permissions are here. */
  get isLoaded(): boolean {
    return this.userInfo !== null && this.menuList.length > 0;
  }

  /** The signed-in person as plugins see them. */
  get user(): WebUser | null {
    const info = this.userInfo;
    if (info === null) return null;
    const { userId, userName, enCode, organizeId, organizeName, headIcon, isAdministrator, priceType } = info;
    return { userId, userName, enCode, organizeId, organizeName, headIcon, isAdministrator, priceType };
  }

  /** menu enCode → its permission entry. */
  get permissionByCode(): ReadonlyMap<string, PermissionEntry> {
    const byModel = new Map(this.permissionList.map((entry) => [entry.modelId, entry]));
    const byCode = new Map<string, PermissionEntry>();
    const walk = (items: readonly MenuItem[]) => {
      for (const item of items) {
        const entry = byModel.get(item.id);
        if (entry) byCode.set(item.enCode, entry);
        walk(item.children ?? []);
      }
    };
    walk(this.menuList);
    return byCode;
  }

  /**
   * A menu, or a button, column or form code of it, written like a `grantCode` (spec 6); no entry means denied. A display aid: the
   * server checks every call.
   */
  can(permission: string): boolean {
    const right = parseGrantCode(permission);
    const entry = right && this.permissionByCode.get(right.menuCode);
    if (!entry) return false;
    const { kind, itemCode } = right;
    if (kind === 'button' || kind === 'column' || kind === 'form') return entry[kind].some((item) => item.enCode === itemCode);
    return kind === 'menu';
  }

  setToken(token: string): void {
    this.token = token;
    if (token === '') this.#storage.remove('token');
    else this.#storage.set('token', token);
  }

  /** @param afterMinutes without work, where it locked by itself */
  setLock(locked: boolean, afterMinutes = 0): void {
    this.isLock = locked;
    this.lockedAfterMinutes = locked ? afterMinutes : 0;
    if (locked) this.#storage.set('lock', 1);
    else this.#storage.remove('lock');
  }

  /** A new password has to be set before anything else is shown. */
  get passwordDemand(): SessionInfo['passwordDemand'] {
    return this.sessionInfo?.passwordDemand ?? '';
  }

  /** Whom the lock screen asks for the password. */
  get lockUser(): LockUser {
    if (this.userInfo !== null) return this.userInfo;
    const stored = this.#storage.get('lockUser') as Partial<LockUser> | undefined;
    return { userAccount: stored?.userAccount ?? '', userName: stored?.userName ?? '', headIcon: stored?.headIcon ?? '' };
  }

  setLoginLoading(loading: boolean): void {
    this.loginLoading = loading;
  }

  setLeftMenu(items: readonly MenuItem[]): void {
    this.leftMenuList = items;
  }

  /** Takes the answer of CurrentUser, its menus already given their shell paths. */
  accept(current: CurrentUser, menus: readonly MenuItem[]): void {
    this.userInfo = current.userInfo;
    this.sessionInfo = current.sessionInfo;
    // The server locks sessions that rest: the lock screen must name the person also after a reload, when nothing else can be had.
    const { userAccount, userName, headIcon } = current.userInfo;
    this.#storage.set('lockUser', { userAccount, userName, headIcon });
    this.permissionList = current.permissionList;
    this.menuList = menus;
    this.setSysConfig(current.sysConfigInfo);
  }

  setSysConfig(config: SysConfigInfo): void {
    this.sysConfig = { ...DEFAULT_SYS_CONFIG, ...config };
    this.#storage.set('sysConfig', this.sysConfig);
  }

  setHeadIcon(headIcon: string): void {
    if (this.userInfo !== null) this.userInfo = { ...this.userInfo, headIcon };
  }

  /** Forgets token, user, menus, permissions and lock: log-out and expired sessions (spec 4, logout). */
  reset(): void {
    this.setToken('');
    this.setLock(false);
    this.#storage.remove('lockUser');
    this.#storage.remove('keptSession');
    this.sessionInfo = null;
    this.menuList = [];
    this.leftMenuList = [];
    this.permissionList = [];
    this.userInfo = null;
  }
}
