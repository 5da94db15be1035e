import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * True while the page is laid out for paper: what is drawn piece by piece, or as far as one can see, is drawn whole then. The browser takes the page
 * as it stands when `beforeprint` returns, so that the drawing is done within it.
 * @param frame what lies behind another tab is not printed, and stays as it is
 */
export function useOnPaper(frame?: RefObject<HTMLElement | null>): boolean {
  const [onPaper, setOnPaper] = useState(false);
  useEffect(() => {
    const begin = () => {
      if (!frame?.current?.closest('[hidden]')) flushSync(() => setOnPaper(true));
    };
    const end = () => setOnPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [frame]);
  return onPaper;
}
