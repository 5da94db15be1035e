import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { RxEditorStore } from '../rx-editor.store.ts';

/** Cells in the order in which Enter walks through a row. */
const cellsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>('[data-cell]')];

/** Where a key was pressed. */
interface Pressed {
  readonly event: KeyboardEvent<HTMLElement>;
  readonly cell: HTMLElement;
  readonly row: HTMLElement;
  readonly rows: readonly HTMLElement[];
  /** Place of the row. */
  readonly at: number;
  readonly content: RxEditorStore['content'];
  /** Back to adding. */
  readonly onDone: () => void;
}

/** A key in a cell of a line; undefined for one that is the browser's, or the page's. */
function pressedIn(event: KeyboardEvent<HTMLElement>, body: HTMLElement | null): Pick<Pressed, 'cell' | 'row' | 'rows' | 'at'> | undefined {
  const { target: cell } = event;
  if (!(cell instanceof HTMLElement) || cell.dataset.cell === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return undefined;
  const row = cell.closest<HTMLElement>('tr[data-line]');
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])];
  const at = row ? rows.indexOf(row) : -1;
  return row && at >= 0 ? { cell, row, rows, at } : undefined;
}

/** Enter goes on to the next cell, with Shift to the one before; behind the last one the row is done. */
function walkOn({ event, cell, row, onDone }: Pressed): void {
  const cells = cellsOf(row);
  const next = cells[cells.indexOf(cell) + (event.shiftKey ? -1 : 1)];
  if (next) next.focus();
  else if (!event.shiftKey) onDone();
}

const changeRow = ({ event, cell, rows, at }: Pressed): void =>
  rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.querySelector<HTMLElement>(`[data-cell="${cell.dataset.cell}"]`)?.focus();

function joinOrUngroup({ content, at }: Pressed): void {
  if (content.canJoinAbove(at)) content.joinAbove(at);
  else content.ungroup(at);
}

function removeLine({ content, row, rows, at, onDone }: Pressed): void {
  content.removeLine(row.dataset.line ?? '');
  const near = rows[at + 1] ?? rows[at - 1];
  if (near) cellsOf(near)[0]?.focus();
  else onDone();
}

/** What a key does in a cell; undefined: nothing of ours. */
function actOf({ key, code, altKey }: KeyboardEvent, cell: HTMLElement): ((pressed: Pressed) => void) | undefined {
  if (key === 'Enter') return walkOn;
  if ((key === 'ArrowDown' || key === 'ArrowUp') && cell instanceof HTMLInputElement && !altKey) return changeRow;
  if (key === 'Escape') return ({ onDone }) => onDone();
  if (code === 'KeyG' && altKey) return joinOrUngroup;
  return key === 'Delete' && altKey ? removeLine : undefined;
}

/** Keys in the cells of a prescription: Enter goes on, ↑ ↓ change the row, Alt+G joins a line to the one above or parts them, Alt+Delete removes it. */
export function useLineKeys(
  { content }: Pick<RxEditorStore, 'content'>,
  onDone: () => void,
): { readonly body: RefObject<HTMLTableSectionElement | null>; readonly handleKey: (event: KeyboardEvent<HTMLElement>) => void } {
  const body = useRef<HTMLTableSectionElement>(null);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const pressed = pressedIn(event, body.current);
    const act = pressed && actOf(event, pressed.cell);
    if (!pressed || !act) return;
    act({ ...pressed, event, content, onDone });
    event.preventDefault();
  };
  return { body, handleKey };
}
