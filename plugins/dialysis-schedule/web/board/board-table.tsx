import { usePlugin } from '@nephra/plugin-sdk/web';
import { autorun } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type DragEvent, Fragment, type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { BoardStore } from './board.store.ts';
import { cellKey } from './board-days.ts';
import { cellOn, markAim, markPicked } from './board-marks.ts';
import { cellOf, walk } from './board-keys.ts';
import { BoardHead } from './board-head.tsx';
import { BoardTableRow } from './board-row.tsx';
import { CellMenu } from './cell-menu.tsx';
import { useCellTexts } from './use-cell-texts.ts';

const cellAt = (target: EventTarget): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null);

const STATION_WIDTH = 76;
/** Of a week: three signs of a name have room. On a narrower screen the board is moved sideways, and its stations stay. */
const MIN_COLUMN_WIDTH = 40;

/** Rooms × stations × shifts. Dragged, or by the keyboard: Enter picks up and puts down, arrows walk, Esc lets go, M opens what can be done. */
export const BoardTable = observer(function BoardTable({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const { rows, columns, byKey } = store;
  const compact = store.shown.view === 'week';
  const keys = useMemo(() => rows.map(({ station }) => columns.map(({ date, shift }) => cellKey(date, shift.shiftId, station.stationId))), [rows, columns]);
  const cursor = store.cursor !== null && keys.some((cells) => cells.includes(store.cursor ?? '')) ? store.cursor : (keys[0]?.[0] ?? null);
  // Of a facility with one room its name would only take the place of a station.
  const hasRooms = rows.some(({ room }, at) => at > 0 && room !== '');
  const { closures } = store.board;
  const closed = useMemo(() => {
    const found = new Map<string, string>();
    for (const { date, shift, key } of columns) {
      const one = closures.find((closure) => closure.date === date && (closure.shiftId === '' || closure.shiftId === shift.shiftId));
      if (one) found.set(key, one.reason);
    }
    return found;
  }, [columns, closures]);
  const say = useCellTexts(store, box, closed);
  const sayAt = ({ target, type }: { readonly target: EventTarget; readonly type: string }) => {
    const cell = cellAt(target);
    if (!cell) return;
    say(cell);
    // Only who is pointed at is dragged: hundreds of cells need not say so beforehand.
    if (type === 'mouseover') cell.draggable = store.mayPlan && byKey.get(cell.dataset.cell ?? '')?.state === 'planned';
    if (store.picked && type === 'mouseover') markAim(table.current, cell);
  };
  const focusAt = (key: string) => cellOn(box.current, key)?.focus();

  // Another day came: the keys stand where they stood, if they stood on the board.
  useEffect(() => {
    if (store.picked?.kind === 'patient' && cursor !== null && document.activeElement === document.body) focusAt(cursor);
  });

  // Whoever is picked up is marked on two elements; hundreds of cells are not drawn again for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, other cells to be marked
  useLayoutEffect(
    () =>
      autorun(() => {
        const { picked } = store;
        if (table.current) markPicked(table.current, picked, (at) => columns[at]?.shift.last === true);
      }),
    [store, rows, columns],
  );

  const take = (key: string) => {
    const slot = byKey.get(key);
    if (store.picked) void store.drop(cellOf(key));
    else if (slot?.state === 'planned' && store.mayPlan) store.pick({ kind: 'slot', slot });
    else if (store.opens(key)) store.openMenu(key);
  };
  const handleKey = (event: KeyboardEvent) => {
    const key = cellAt(event.target)?.dataset.cell;
    if (key === undefined) return;
    if (event.key === 'Escape' && store.picked) store.letGo();
    else if (event.key === 'Enter' || event.key === ' ') take(key);
    else if ((event.key === 'm' || event.key === 'M' || event.key === 'ContextMenu') && store.opens(key)) store.openMenu(key);
    else {
      const next = walk(keys, key, event.key, event.ctrlKey);
      if (next === undefined) return;
      store.moveCursor(next);
      focusAt(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const handleClick = (event: MouseEvent) => {
    const key = cellAt(event.target)?.dataset.cell;
    if (key === undefined) return;
    store.moveCursor(key);
    if (store.picked) void store.drop(cellOf(key));
    else if (store.opens(key)) store.openMenu(key);
  };
  const handleDragStart = (event: DragEvent) => {
    const slot = byKey.get(cellAt(event.target)?.dataset.cell ?? '');
    if (slot?.state !== 'planned' || !store.mayPlan) return event.preventDefault();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', slot.patientName);
    store.pick({ kind: 'slot', slot });
  };
  const handleDragOver = (event: DragEvent) => {
    if (store.picked && cellAt(event.target)) event.preventDefault();
  };
  const handleDrop = (event: DragEvent) => {
    const key = cellAt(event.target)?.dataset.cell;
    if (!store.picked || key === undefined) return;
    event.preventDefault();
    void store.drop(cellOf(key));
  };
  return (
    <div className="ds-scroll" ref={box}>
      <table
        ref={table}
        className={`ds-board${compact ? ' ds-compact' : ''}${store.mayPlan ? ' ds-plans' : ''}`}
        style={compact ? { minWidth: STATION_WIDTH + columns.length * MIN_COLUMN_WIDTH } : undefined}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked and acted on by keys is a grid
        role="grid"
        aria-label={t('title')}
        aria-busy={store.turning}
        onFocus={sayAt}
        onMouseOver={sayAt}
        onKeyDown={handleKey}
        onClick={handleClick}
        onContextMenu={(event) => {
          const key = cellAt(event.target)?.dataset.cell;
          if (key === undefined || !store.opens(key)) return;
          event.preventDefault();
          store.openMenu(key);
        }}
        onDragStart={handleDragStart}
        onDragOver={handleDragOver}
        onDrop={handleDrop}
        onDragEnd={() => store.letGo()}
      >
        <BoardHead store={store} closed={closed} />
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.station.stationId}>
              {hasRooms && row.room !== '' && (
                <tr className="ds-room">
                  <th scope="rowgroup" colSpan={columns.length + 1} title={row.room}>
                    {row.room}
                  </th>
                </tr>
              )}
              <BoardTableRow
                row={row}
                columns={columns}
                closed={closed}
                t={t}
                cursor={cursor?.endsWith(`|${row.station.stationId}`) ? cursor : null}
                word={store.word}
                compact={compact}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
      {store.menu !== null && <CellMenu key={store.menu} store={store} anchor={() => cellOn(box.current, store.menu ?? '')} />}
    </div>
  );
});
