import type { Drafts } from '@nephra/plugin-sdk/web';
import type { BrowserStorage, StoredValue } from './browser-storage.ts';

/** Unsaved texts older than this are dropped: they may hold patient data. */
export const DRAFT_LIFE_MS = 7 * 24 * 3_600_000;

const PREFIX = 'draft:';
/** How keys begin of what does not outlive the session: texts to others, say, that nobody should find on a computer of a ward. */
const SESSION_KEY = /^draft:[^:]*:[^:]*:session:/;

interface StoredDraft {
  readonly savedAt: number;
  readonly value: unknown;
}

const isDraft = (value: unknown): value is StoredDraft => typeof value === 'object' && value !== null && typeof (value as StoredDraft).savedAt === 'number';

/**
 * Unsaved texts of pages, kept per user and per plugin (spec: forms survive errors and expired sessions). Nobody sees the
 * drafts of another user of the same computer.
 */
export function draftsFor(storage: BrowserStorage, owner: { userId: () => string; area: string }, now: () => number): Drafts {
  const name = (key: string) => `${PREFIX}${owner.userId()}:${owner.area}:${key}`;
  const alive = (stored: unknown) => (isDraft(stored) && now() - stored.savedAt <= DRAFT_LIFE_MS ? stored : undefined);
  return {
    save(key, value) {
      if (owner.userId() === '') return;
      // The round trip drops functions and class instances now, with the page, instead of at the next load.
      const plain = JSON.parse(JSON.stringify({ savedAt: now(), value })) as { [key: string]: unknown };
      storage.set(name(key), plain as StoredValue);
    },
    load<T>(key: string): T | undefined {
      return alive(storage.get(name(key)))?.value as T | undefined;
    },
    clear(key) {
      storage.remove(name(key));
    },
    keys(prefix) {
      return storage
        .names(name(prefix))
        .map((stored) => stored.slice(name('').length))
        .filter((key) => alive(storage.get(name(key))) !== undefined);
    },
  };
}

/** Removes drafts that outlived their time, of all users. Called once per start. */
export function sweepDrafts(storage: BrowserStorage, now: number): void {
  for (const name of storage.names(PREFIX)) {
    const stored = storage.get(name);
    if (!isDraft(stored) || now - stored.savedAt > DRAFT_LIFE_MS) storage.remove(name);
  }
}

/** The session has ended: removes what was kept for it alone. */
export function dropSessionDrafts(storage: BrowserStorage): void {
  for (const name of storage.names(PREFIX)) if (SESSION_KEY.test(name)) storage.remove(name);
}
