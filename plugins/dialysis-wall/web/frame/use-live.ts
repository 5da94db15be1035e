import type { CallOptions } from '@nephra/plugin-sdk/web';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useFrames, useKeptScreen } from '@nephra/plugin-sdk/widgets';
import { useEffect, useState } from 'react';
import { boardFrames } from '../../../dialysis-schedule/contract/index.ts';
import { sessionFrames } from '../../../dialysis-session/contract/index.ts';
import { wallFrames } from '../../contract/wall.frames.ts';
import { LiveStore } from './live.store.ts';

/** A screen that follows the board, the treatments and the calls of its facility. */
export function useLive<T>(read: (options: CallOptions) => Promise<{ readonly data: T }>): LiveStore<T> {
  const ctx = usePlugin();
  const [store] = useState(() => new LiveStore(ctx, read));
  store.kept = useKeptScreen();
  const [board, session, wall] = [useFrames(boardFrames), useFrames(sessionFrames), useFrames(wallFrames)];
  useEffect(() => {
    const stop = store.start();
    const own = ({ orgId }: { readonly orgId: string }) => void (orgId === ctx.user.organizeId && store.load());
    const stops = [
      board.on('dialysisBoardChanged', own),
      session.on('dialysisSessionChanged', () => void store.load()),
      wall.on('dialysisWallCalled', own),
      wall.onConnected(() => void store.load()),
    ];
    return () => {
      stop();
      for (const one of stops) one();
    };
  }, [store, board, session, wall, ctx]);
  return store;
}
