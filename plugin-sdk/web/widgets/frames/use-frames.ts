import type { Frames } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { useMemo } from 'react';
import { type FrameSocket, frameSocket } from './frame-socket.ts';

/** The typed socket of the plugin around. What is heard through it ends where its caller ends it: in the clean-up of an effect. */
export function useFrames<const F extends Frames>(frames: F): FrameSocket<F> {
  const ctx = usePlugin();
  return useMemo(() => frameSocket(ctx, frames), [ctx, frames]);
}
