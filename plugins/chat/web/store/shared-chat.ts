import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { useEffect, useState } from 'react';
import { ChatStore } from './chat.store.ts';

/** The one of this window, with how many parts of the page hold it. */
let shared: { readonly store: ChatStore; readonly userId: string; holders: number } | undefined;

/** Badge and drawer come and go apart from each other and show the same conversations. @returns the store, and what gives it back */
export function holdChat(ctx: WebContext): { readonly store: ChatStore; readonly release: () => void } {
  // A session of somebody else begins with a new document; should it not, nothing of the one before is shown.
  if (shared === undefined || shared.userId !== ctx.user.userId) {
    shared?.store.stop();
    shared = { store: new ChatStore(ctx), userId: ctx.user.userId, holders: 0 };
    shared.store.start();
  }
  const held = shared;
  held.holders += 1;
  let released = false;
  return {
    store: held.store,
    release: () => {
      if (released) return;
      released = true;
      held.holders -= 1;
      if (held.holders > 0) return;
      held.store.stop();
      if (shared === held) shared = undefined;
    },
  };
}

/** The conversations of this window; null until the first drawing is done. */
export function useChat(): ChatStore | null {
  const ctx = usePlugin();
  const [store, setStore] = useState<ChatStore | null>(null);
  const { userId } = ctx.user;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another context of the same person is another language; the store reads texts when it needs them
  useEffect(() => {
    const held = holdChat(ctx);
    setStore(held.store);
    return held.release;
  }, [userId]);
  return store;
}
