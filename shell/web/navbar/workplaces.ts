import { useEffect, useState } from 'react';
import { createClient } from '@nephra/plugin-sdk/web';
import { type MajorChoice, profileContract } from '../../contract/index.ts';
import { useShell } from '../shell-context.tsx';

/** Organisations that the person works in; asked for each time the menu opens, because an administrator may have changed them. */
export function useWorkplaces(): readonly MajorChoice[] {
  const { http } = useShell();
  const [places, setPlaces] = useState<readonly MajorChoice[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    createClient(profileContract, http)
      .organizes({}, { signal: stop.signal, quiet: true })
      .then(({ data }) => setPlaces(data))
      // Without an answer the menu has its other entries.
      .catch(() => {});
    return () => stop.abort();
  }, [http]);
  return places;
}

/** Last part of a path: the name of the organisation itself. */
export const placeName = (path: string): string => path.split('/').at(-1) ?? path;
