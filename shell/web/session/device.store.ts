import { makeAutoObservable } from 'mobx';
import type { BrowserStorage } from '../storage/browser-storage.ts';

/** Below this width (body width minus 1) the device counts as mobile (spec 4, sidebar; spec 9). */
export const MOBILE_BREAKPOINT = 992;

export const isMobileWidth = (bodyWidth: number): boolean => bodyWidth - 1 < MOBILE_BREAKPOINT;

/** Sidebar and device (spec 3, app state). */
export class DeviceStore {
  device: 'desktop' | 'mobile' = 'desktop';
  sidebar: { opened: boolean; withoutAnimation: boolean };
  /** False while the server does not answer; the shell shows its banner then. */
  serverReachable = true;

  readonly #storage: BrowserStorage;

  constructor(storage: BrowserStorage) {
    this.#storage = storage;
    this.sidebar = { opened: storage.getNumber('sidebarStatus') !== 0, withoutAnimation: false };
    makeAutoObservable(this, {}, { autoBind: true });
  }

  toggleSidebar(): void {
    this.#setSidebar(!this.sidebar.opened, false);
  }

  closeSidebar(withoutAnimation: boolean): void {
    this.#setSidebar(false, withoutAnimation);
  }

  /** Called at load and on resize. The sidebar of a phone starts closed, without a movement. */
  measure(bodyWidth: number): void {
    const device = isMobileWidth(bodyWidth) ? 'mobile' : 'desktop';
    if (device === 'mobile' && this.device !== 'mobile') this.sidebar = { opened: false, withoutAnimation: true };
    if (device === 'desktop' && this.device === 'mobile') this.sidebar = { opened: this.#storage.getNumber('sidebarStatus') !== 0, withoutAnimation: true };
    this.device = device;
  }

  /** On a phone the sidebar covers the page, so it closes after a route change. */
  afterNavigation(): void {
    if (this.device === 'mobile' && this.sidebar.opened) this.sidebar = { opened: false, withoutAnimation: false };
  }

  setServerReachable(reachable: boolean): void {
    this.serverReachable = reachable;
  }

  #setSidebar(opened: boolean, withoutAnimation: boolean): void {
    this.sidebar = { opened, withoutAnimation };
    this.#storage.set('sidebarStatus', opened ? 1 : 0);
  }
}
