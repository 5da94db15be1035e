import type { WebContext } from '@nephra/plugin-sdk/web';
import type { BoardSlot, ConflictWire } from '../../contract/board.schema.ts';
import type { CellContent } from './board-days.ts';

type Text = WebContext['t'];
/** The heaviest of what speaks against a place. */
export const weightOf = ({ conflicts }: Pick<BoardSlot, 'conflicts'>): ConflictWire['weight'] | '' => conflicts[0]?.weight ?? '';
/** Why the place is red, in one sentence. */
export const conflictText = (t: Text, { code, params }: ConflictWire): string => t(`conflict.${code}`, params);
export const remedyText = (t: Text, { code, params }: ConflictWire): string => t(`remedy.${code}`, params);

/** What a screen reader says of a cell. */
export function cellText(t: Text, slot: CellContent, place: string): string {
  if (slot === 'hidden') return `${place} ${t('board.hidden')}, ${t('board.hiddenWhy')}`;
  if (!slot) return `${place} ${t('board.empty')}`;
  const facts = [place, slot.patientName, slot.mode ?? '', t(`state.${slot.state}`), slot.origin === 'pattern' ? '' : t(`origin.${slot.origin}`)];
  return [...facts, ...slot.conflicts.map((one) => conflictText(t, one))].filter((one) => one !== '').join(', ');
}
