import type { BrowserStorage } from '../storage/browser-storage.ts';
import type { SessionStore } from './session.store.ts';

interface TabSyncOptions {
  readonly storage: BrowserStorage;
  readonly session: SessionStore;
  /** Another tab signed out. */
  readonly signedOut: () => void;
  /** Another tab signed in as somebody: this one must not go on with a mixture. */
  readonly startOver: () => void;
  readonly locked: () => void;
  readonly unlocked: () => void;
}

/** Keeps the tabs of one browser in the same session. Returns what ends it. */
export function followOtherTabs({ storage, session, signedOut, startOver, locked, unlocked }: TabSyncOptions): () => void {
  return storage.onOtherTab((name, value) => {
    if (name === 'token') {
      if (value === undefined) signedOut();
      else if (value !== session.token) startOver();
    }
    if (name === 'lock') {
      if (value === 1) locked();
      else unlocked();
    }
  });
}
