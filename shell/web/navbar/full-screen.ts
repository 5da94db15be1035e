/** The part of a document that full screen needs; a browser without it lacks the methods. */
export interface FullScreenDocument {
  readonly fullscreenEnabled?: boolean;
  readonly fullscreenElement?: Element | null;
  readonly documentElement: { requestFullscreen?: () => Promise<void> };
  exitFullscreen?: () => Promise<void>;
}

export const canFullScreen = (target: FullScreenDocument): boolean =>
  target.fullscreenEnabled === true && target.documentElement.requestFullscreen !== undefined;

/** Goes to full screen or back (spec 4). False when the browser cannot or will not; the caller warns 不支持全屏 (spec 2.4). */
export async function toggleFullScreen(target: FullScreenDocument): Promise<boolean> {
  if (!canFullScreen(target)) return false;
  try {
    if (target.fullscreenElement) await target.exitFullscreen?.();
    else await target.documentElement.requestFullscreen?.();
    return true;
  } catch {
    return false;
  }
}
