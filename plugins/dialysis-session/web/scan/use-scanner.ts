import { useEffect, useRef } from 'react';
import { WedgeReader } from './wedge-reader.ts';

/** Hears what a scanner types anywhere on the page. */
export function useScanner(onCode: (code: string) => void): void {
  const heard = useRef(onCode);
  heard.current = onCode;
  useEffect(() => new WedgeReader((code) => heard.current(code)).listen(document), []);
}
