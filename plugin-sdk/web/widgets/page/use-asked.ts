import { useMenu, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useRef } from 'react';

/**
 * Shows what a link asked of the page: `?patientId=…` of its address, once. The address loses the question with that, so that coming back to the
 * tab, or drawing it anew, does not ask again.
 * @param query of the page's props
 * @param name of what may be asked for
 * @param show is given the value; nothing happens while it is empty or not there
 */
export function useAsked(query: Readonly<Record<string, string>>, name: string, show: (value: string) => void): void {
  const { navigate, pageAddress } = usePlugin();
  const menu = useMenu();
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  const value = query[name] ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit asks anew, though the value may be the same
  useEffect(() => {
    if (value === '') return;
    latest.current(value);
    const address = menu && pageAddress(menu.enCode);
    if (address !== undefined) navigate(address, { replace: true });
  }, [query]);
}
