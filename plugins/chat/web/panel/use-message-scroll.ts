import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the top at which older messages are read, and from the bottom newer ones. */
const NEAR_TOP = 100;
const NEAR_BOTTOM = 60;

export interface ScrollTarget {
  /** Name of the first row, and of the last one. */
  readonly first: string;
  readonly last: string;
  /** The last one was written here: whoever writes wants to see it. */
  readonly lastIsOwn: boolean;
  /** How far each message on its way is: one that could not be sent says why, and with what to try again, in a line more. */
  readonly unsent: string;
  /** The last one is the newest there is; else what is put below it is read on, and not jumped over. */
  readonly follows: boolean;
  /** Row to go to. */
  readonly found: string | null;
  readonly onTop: () => void;
  readonly onBottom: () => void;
}

interface MessageScroll {
  readonly box: RefCallback<HTMLElement>;
  /** The list, while it is drawn. */
  readonly list: HTMLElement | null;
  readonly onScroll: () => void;
  /** The newest message is visible. */
  readonly atBottom: boolean;
  readonly toBottom: () => void;
}

const rowIn = (box: HTMLElement, name: string): HTMLElement | undefined =>
  [...box.querySelectorAll<HTMLElement>('[data-row]')].find((row) => row.dataset.row === name);

const NOTHING = { first: '', last: '', follows: true, top: 0 };

/**
 * Where a list of messages stands: at its end while one is there, so that what comes is seen; else where it was, whatever is put above or below. The row that was
 * the first one is the measure of how far what came above has moved all others.
 */
export function useMessageScroll({ first, last, lastIsOwn, follows, found, onTop, onBottom }: ScrollTarget): MessageScroll {
  const [list, box] = useState<HTMLElement | null>(null);
  const [atBottom, setAtBottom] = useState(true);
  const stuck = useRef(true);
  const before = useRef(NOTHING);
  const gone = useRef<string | null>(null);

  const toBottom = useCallback(() => {
    if (list) list.scrollTop = list.scrollHeight;
    stuck.current = true;
    setAtBottom(true);
  }, [list]);

  useLayoutEffect(() => {
    if (!list) {
      // Read anew: it begins at its end.
      stuck.current = true;
      before.current = NOTHING;
      return;
    }
    const known = before.current;
    if (last !== known.last && !known.follows) stuck.current = false;
    const anchor = known.first === '' ? undefined : rowIn(list, known.first);
    if (found !== null && found !== gone.current && rowIn(list, found)) {
      gone.current = found;
      stuck.current = false;
      rowIn(list, found)?.scrollIntoView({ block: 'center' });
    } else if ((stuck.current && follows) || (last !== known.last && lastIsOwn)) toBottom();
    else if (anchor && first !== known.first) list.scrollTop += anchor.offsetTop - known.top;
    if (found === null) gone.current = null;
    before.current = { first, last, follows, top: rowIn(list, first)?.offsetTop ?? 0 };
  });

  // The text box grows, a phone shows its keyboard: the end stays visible.
  useLayoutEffect(() => {
    if (!list || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (stuck.current) list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [list]);

  const onScroll = () => {
    if (!list) return;
    const below = list.scrollHeight - list.scrollTop - list.clientHeight;
    stuck.current = below < NEAR_BOTTOM;
    setAtBottom(stuck.current);
    if (list.scrollTop < NEAR_TOP) onTop();
    if (stuck.current) onBottom();
  };
  return { box, list, onScroll, atBottom, toBottom };
}
