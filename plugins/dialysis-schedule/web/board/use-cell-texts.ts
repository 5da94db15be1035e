import { usePlugin } from '@nephra/plugin-sdk/web';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { BoardStore } from './board.store.ts';
import { type CellContent, cellKey } from './board-days.ts';
import { cellText, conflictText } from './conflict-text.ts';

/** So long a busy page may keep the sentences of cells back. */
const LATEST_MS = 1_000;
const LEAST_LEFT_MS = 4;
/** Whoever acts at once on a board that was just drawn does not wait for sentences. */
const FIRST_AFTER_MS = 1_000;

/** What is done when the page has nothing else to do. @returns takes it back */
function whenIdle(work: (isIdle: () => boolean) => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(() => work(() => true));
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback((deadline) => work(() => deadline.timeRemaining() > LEAST_LEFT_MS), { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}

/**
 * The sentence that a screen reader says of a cell, and why it is red. There are hundreds of cells, and their sentences would hold up drawing: they are
 * written once the board stands there and the page is idle, and at once for the cell that is focused or pointed at.
 * @returns writes the sentence of one cell
 */
export function useCellTexts(store: BoardStore, box: RefObject<HTMLElement | null>, closed: ReadonlyMap<string, string>): (cell: HTMLElement) => void {
  const { t } = usePlugin();
  const { rows, columns } = store;
  const compact = store.shown.view === 'week';
  /** From what the sentence of a cell was made. */
  const made = useRef(new WeakMap<HTMLElement, { readonly slot: CellContent; readonly place: string; readonly why: string | undefined }>());
  const say = useCallback(
    (cell: HTMLElement) => {
      const key = cell.dataset.cell ?? '';
      const column = columns.find(({ key: one }) => key.startsWith(`${one}|`));
      const row = rows.find(({ station }) => column !== undefined && key === cellKey(column.date, column.shift.shiftId, station.stationId));
      if (!column || !row) return;
      const slot = row.cells[columns.indexOf(column)];
      const why = closed.get(column.key);
      const place = `${compact ? `${column.date.slice(5)} ` : ''}${column.shift.name} ${row.station.code}`;
      const before = made.current.get(cell);
      if (before && before.slot === slot && before.why === why && before.place === place) return;
      made.current.set(cell, { slot, place, why });
      cell.setAttribute('aria-label', why !== undefined && !slot ? `${place} ${t('board.closed', { reason: why })}` : cellText(t, slot, place));
      const title = slot === 'hidden' ? t('board.hiddenWhy') : (slot?.conflicts.map((one) => conflictText(t, one)).join('\n') ?? '');
      if (title !== '') cell.title = title;
      else cell.removeAttribute('title');
    },
    [rows, columns, closed, compact, t],
  );
  useEffect(() => {
    // A cell that React has reused says at once what it holds when it is focused; the others follow.
    const cells = [...(box.current?.querySelectorAll<HTMLElement>('td[data-cell]') ?? [])];
    const focused = cells.find((cell) => cell === document.activeElement);
    if (focused) say(focused);
    let at = 0;
    const some = (isIdle: () => boolean): void => {
      // One at least, however busy the page is.
      do {
        const cell = cells[at];
        if (!cell) return;
        say(cell);
        at += 1;
      } while (isIdle());
      stop = whenIdle(some);
    };
    const first = setTimeout(() => (stop = whenIdle(some)), FIRST_AFTER_MS);
    let stop = () => clearTimeout(first);
    return () => stop();
  }, [box, say]);
  return say;
}
