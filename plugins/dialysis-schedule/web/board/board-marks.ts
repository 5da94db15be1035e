import type { Picked } from './board.store.ts';
import { cellKey } from './board-days.ts';

/** Zones of stations at which a patient of a zone may lie; of an observed one the last shift alone. */
const FITS: Readonly<Record<string, readonly string[]>> = { A: ['A', 'O'], B: ['B'], C: ['C'], D: ['D'], E: ['E'], O: ['A', 'O'] };

export const cellOn = (box: HTMLElement | null, key: string): HTMLElement | null => box?.querySelector<HTMLElement>(`[data-cell="${key}"]`) ?? null;

/** Marks who is held and greys out where they may not lie: on the elements that differ, because a rule of the whole table would restyle hundreds of cells. */
export function markPicked(table: HTMLElement, picked: Picked | null): void {
  for (const name of ['data-held', 'data-off', 'data-aim']) for (const one of table.querySelectorAll(`[${name}]`)) one.removeAttribute(name);
  if (!picked) {
    table.removeAttribute('data-picked');
    return;
  }
  const zone = picked.kind === 'patient' ? picked.patient.zone : picked.slot.zone;
  table.setAttribute('data-picked', zone ?? 'any');
  if (picked.kind === 'slot') cellOn(table, cellKey(picked.slot.date, picked.slot.shiftId, picked.slot.stationId))?.setAttribute('data-held', '');
  const fits = zone === null ? undefined : FITS[zone];
  if (!fits) return;
  for (const row of table.querySelectorAll<HTMLElement>('tr[data-zone]')) row.toggleAttribute('data-off', !fits.includes(row.dataset.zone ?? ''));
  if (zone === 'O') for (const cell of table.querySelectorAll('td[data-last="0"]')) cell.setAttribute('data-off', '');
}

/** The cell that is pointed at while somebody is held. */
export function markAim(table: HTMLElement | null, cell: HTMLElement): void {
  for (const one of table?.querySelectorAll('[data-aim]') ?? []) one.removeAttribute('data-aim');
  cell.setAttribute('data-aim', '');
}
