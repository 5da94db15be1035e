interface Address {
  readonly pathname: string;
  readonly search: string;
}

/**
 * True when a navigation takes the current view off the screen for good, so that unsaved work would be lost. With view
 * caching it stays mounted behind its tag; the lock screen only covers it.
 */
export function losesView(current: Address, next: Address, kept: boolean): boolean {
  if (next.pathname === '/lockScreen' || current.pathname === '/lockScreen') return false;
  if (next.pathname === `/redirect${current.pathname}`) return true;
  if (next.pathname === current.pathname) return false;
  return !kept;
}
