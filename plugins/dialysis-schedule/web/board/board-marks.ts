import type { Picked } from './board.store.ts';
import { cellKey } from './board-days.ts';

/** Zones of stations at which a patient of a zone may lie; of an observed one the last shift alone. */
const FITS: Readonly<Record<string, readonly string[]>> = { A: ['A', 'O'], B: ['B'], C: ['C'], D: ['D'], E: ['E'], O: ['A', 'O'] };

export const cellOn = (box: HTMLElement | null, key: string): HTMLElement | null => box?.querySelector<HTMLElement>(`[data-cell="${key}"]`) ?? null;

/** Rows and columns of a board that lie beside one another and where whoever is held may not lie. */
interface Stretch {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Elements one after another, joined where they touch. */
function joined(elements: readonly HTMLElement[]): Stretch[] {
  const found: { top: number; left: number; width: number; height: number }[] = [];
  for (const { offsetTop: top, offsetLeft: left, offsetWidth: width, offsetHeight: height } of elements) {
    const last = found.at(-1);
    if (last && last.left === left && last.top + last.height === top) last.height += height;
    else if (last && last.top === top && last.left + last.width === left) last.width += width;
    else found.push({ top, left, width, height });
  }
  return found;
}

/** Of an observed patient the columns that are not of the last shift. */
function earlyColumns(table: HTMLElement, isLast: (column: number) => boolean): Stretch[] {
  const [first, ...others] = [...table.querySelectorAll<HTMLElement>('tr[data-zone]')];
  const bottom = others.at(-1) ?? first;
  if (!first || !bottom) return [];
  const height = bottom.offsetTop + bottom.offsetHeight - first.offsetTop;
  const cells = [...first.querySelectorAll<HTMLElement>('td')].filter((_, at) => !isLast(at));
  return joined(cells).map(({ left, width }) => ({ top: first.offsetTop, left, width, height }));
}

/**
 * Marks who is held, and lays a veil over where they may not lie. The veils are a few boxes above the table: a rule that dims cells would give each of
 * hundreds of them a layer of its own, and picking somebody up would wait for it.
 * @param isLast whether a column of the board is of the last shift of its day
 */
export function markPicked(table: HTMLElement, picked: Picked | null, isLast: (column: number) => boolean): void {
  for (const name of ['data-held', 'data-off', 'data-aim']) for (const one of table.querySelectorAll(`[${name}]`)) one.removeAttribute(name);
  for (const veil of table.parentElement?.querySelectorAll('.ds-veil') ?? []) veil.remove();
  if (!picked) {
    table.removeAttribute('data-picked');
    return;
  }
  const zone = picked.kind === 'patient' ? picked.patient.zone : picked.slot.zone;
  table.setAttribute('data-picked', zone ?? 'any');
  if (picked.kind === 'slot') cellOn(table, cellKey(picked.slot.date, picked.slot.shiftId, picked.slot.stationId))?.setAttribute('data-held', '');
  const fits = zone === null ? undefined : FITS[zone];
  if (!fits) return;
  const off = [...table.querySelectorAll<HTMLElement>('tr[data-zone]')].filter((row) => !fits.includes(row.dataset.zone ?? ''));
  // Measured before anything is written, so that the board is laid out once.
  const stretches = [...joined(off), ...(zone === 'O' ? earlyColumns(table, isLast) : [])];
  for (const row of off) row.setAttribute('data-off', '');
  for (const { top, left, width, height } of stretches) {
    const veil = document.createElement('div');
    veil.className = 'ds-veil';
    veil.style.cssText = `top:${top}px;left:${left}px;width:${width}px;height:${height}px`;
    table.parentElement?.append(veil);
  }
}

/** The cell that is pointed at while somebody is held. */
export function markAim(table: HTMLElement | null, cell: HTMLElement): void {
  for (const one of table?.querySelectorAll('[data-aim]') ?? []) one.removeAttribute('data-aim');
  cell.setAttribute('data-aim', '');
}
