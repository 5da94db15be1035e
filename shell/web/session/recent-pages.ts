import { makeAutoObservable, observableRef } from 'mobx';
import type { BrowserStorage } from '../storage/browser-storage.ts';

export interface RecentPage {
  readonly path: string;
  /** Milliseconds of the last visit. */
  readonly at: number;
  /** How often it was opened. */
  readonly count: number;
}

const KEPT = 40;

const isRecent = (value: unknown): value is RecentPage =>
  typeof value === 'object' && value !== null && typeof (value as RecentPage).path === 'string' && typeof (value as RecentPage).at === 'number';

/** Pages that this person opened on this computer: shortcuts and "recently visited" of the start page. */
export class RecentPages {
  pages: readonly RecentPage[] = [];
  readonly #storage: BrowserStorage;
  #userId = '';

  constructor(storage: BrowserStorage) {
    this.#storage = storage;
    makeAutoObservable(this, { pages: observableRef }, { autoBind: true });
  }

  /** Reads what is kept of a user; called when a session has been loaded. */
  openFor(userId: string): void {
    this.#userId = userId;
    const stored = this.#storage.get(`recent:${userId}`);
    this.pages = Array.isArray(stored) ? stored.filter(isRecent) : [];
  }

  visited(path: string, at: number): void {
    if (this.#userId === '') return;
    const before = this.pages.find((page) => page.path === path);
    const page = { path, at, count: (before?.count ?? 0) + 1 };
    this.pages = [page, ...this.pages.filter((other) => other.path !== path)].slice(0, KEPT);
    this.#storage.set(`recent:${this.#userId}`, this.pages as readonly RecentPage[]);
  }

  /** Paths by how often they were opened, the most used first. */
  get favourites(): readonly string[] {
    return [...this.pages].sort((a, b) => b.count - a.count || b.at - a.at).map(({ path }) => path);
  }
}
