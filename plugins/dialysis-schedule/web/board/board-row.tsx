import type { WebContext } from '@nephra/plugin-sdk/web';
import { memo } from 'react';
import type { BoardSlot } from '../../contract/board.schema.ts';
import { type BoardColumn, type BoardRow, cellKey } from './board-days.ts';
import { weightOf } from './conflict-text.ts';

interface BoardRowProps {
  readonly row: BoardRow;
  readonly columns: readonly BoardColumn[];
  /** Columns that are closed, and why. */
  readonly closed: ReadonlyMap<string, string>;
  readonly t: WebContext['t'];
  /** Key of the cell of this row that the keys stand on; else null. */
  readonly cursor: string | null;
  readonly word: string;
  readonly compact: boolean;
}

const MARKS: Readonly<Record<BoardSlot['origin'], string>> = { pattern: '', moved: '⇄', swapped: '⇅', added: '+', emergency: '‼', transient: '◇' };

/** One station with its cells: plain elements, because there are hundreds of them. Drawn again only when something of its own changes; sentences: `useCellTexts`. */
export const BoardTableRow = memo(function BoardTableRow({ row, columns, closed, t, cursor, word, compact }: BoardRowProps) {
  const { station, cells } = row;
  const machine = station.machine;
  const idle = machine === null || machine.state === 'fault' || machine.state === 'maintenance' || machine.state === 'retired';
  return (
    <tr data-zone={station.zone} className={station.enabled ? undefined : 'ds-off'}>
      <th
        scope="row"
        className="ds-station"
        title={`${station.roomName} · ${machine ? `${machine.code} · ${t(`machine.${machine.state}`)}` : t('board.noMachine')}`}
      >
        <b>{station.code}</b>
        <span className="ds-zone" data-zone={station.zone}>
          {station.zone}
        </span>
        {idle && <i className="ds-machine">{machine === null ? '∅' : '⚠'}</i>}
      </th>
      {columns.map((column, at) => {
        const content = cells[at];
        const slot = content === 'hidden' ? undefined : content;
        const key = cellKey(column.date, column.shift.shiftId, station.stationId);
        return (
          <td
            key={column.key}
            data-cell={key}
            className={classOf(slot, {
              first: column.first,
              hidden: content === 'hidden',
              closed: closed.has(column.key),
              found: isFound(slot, word),
              long: slot !== undefined && lengthOf(slot, station.zone) > (compact ? MAX_SHORT_COMPACT : MAX_SHORT),
            })}
            tabIndex={cursor === key ? 0 : -1}
          >
            {content === 'hidden' && t(compact ? 'board.hiddenShort' : 'board.hidden')}
            {slot && <CellBody slot={slot} compact={compact} zone={station.zone} />}
          </td>
        );
      })}
    </tr>
  );
});

const isFound = (slot: BoardSlot | undefined, word: string): boolean =>
  word !== '' && slot !== undefined && (slot.patientName.includes(word) || slot.dialysisNo.toLowerCase().includes(word.toLowerCase()));

/** So many characters fit into every cell; what is longer is cut off. */
const MAX_SHORT = 12;
const MAX_SHORT_COMPACT = 3;
/** Characters of what stands in a cell, about; a letter of a zone is as wide as two. */
const lengthOf = ({ patientName, origin, zone }: BoardSlot, stationZone: string): number =>
  patientName.length + MARKS[origin].length + (zone === stationZone ? 0 : 2);

interface CellLook {
  readonly first: boolean;
  readonly hidden: boolean;
  readonly closed: boolean;
  readonly found: boolean;
  readonly long: boolean;
}
function classOf(slot: BoardSlot | undefined, { first, hidden, closed, found, long }: CellLook): string {
  const weight = slot ? weightOf(slot) : '';
  let names = slot ? `ds-cell ds-taken ds-${slot.state}` : 'ds-cell';
  if (weight !== '') names += ` ds-${weight}`;
  if (hidden) names += ' ds-hidden';
  if (first) names += ' ds-first';
  if (closed) names += ' ds-closed';
  if (found) names += ' ds-found';
  if (long) names += ' ds-long';
  return names;
}

/** The name is text of the cell itself: an element more in each of hundreds of them is what drawing would wait for. */
function CellBody({ slot, compact, zone }: { readonly slot: BoardSlot; readonly compact: boolean; readonly zone: string }) {
  const mark = MARKS[slot.origin];
  return (
    <>
      {slot.patientName}
      {mark !== '' && <span className="ds-mark">{mark}</span>}
      {slot.zone !== null && slot.zone !== zone && (
        <span className="ds-zone" data-zone={slot.zone}>
          {slot.zone}
        </span>
      )}
      {!compact && <span className={slot.ownMode ? 'ds-mode ds-own-mode' : 'ds-mode'}>{slot.mode ?? '?'}</span>}
    </>
  );
}
