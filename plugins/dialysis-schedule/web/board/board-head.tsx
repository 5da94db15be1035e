import { weekdayOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { BoardStore } from './board.store.ts';
import { shortNameOf } from './board-days.ts';

interface BoardHeadProps {
  readonly store: BoardStore;
  readonly closed: ReadonlyMap<string, string>;
}

/** Days, their shifts, and how many patients each of those at work has. */
export const BoardHead = observer(function BoardHead({ store, closed }: BoardHeadProps) {
  const { t } = usePlugin();
  const { columns } = store;
  const { view } = store.shown;
  const { loads } = store.board;
  const days = [...new Set(columns.map(({ date }) => date))];
  return (
    <thead>
      {view === 'week' && (
        <tr>
          <td className="ds-corner" />
          {days.map((date) => (
            <th key={date} scope="colgroup" className="ds-day ds-first" colSpan={columns.filter((column) => column.date === date).length}>
              {t(`weekday.${weekdayOf(date)}`)} {date.slice(5)}
            </th>
          ))}
        </tr>
      )}
      <tr>
        <th scope="col" className="ds-corner">
          {t('board.station')}
        </th>
        {columns.map(({ key, date, shift, first }) => {
          const load = loads.find((one) => one.date === date && one.shiftId === shift.shiftId);
          const over = load && (load.overNurse || load.overDoctor || load.mixed.length > 0);
          const figures = load ? t('load.short', { patients: load.patients, nurses: load.nurses }) : '';
          return (
            <th key={key} scope="col" className={first ? 'ds-shift ds-first' : 'ds-shift'} title={view === 'week' ? shift.name : undefined}>
              <span>{view === 'week' ? shortNameOf(shift) : shift.name}</span>
              {view === 'day' && <small>{`${shift.startTime}–${shift.endTime}`}</small>}
              {load && (
                <small className={over ? 'ds-over' : undefined} title={loadText(t, load)}>
                  {view === 'day' ? figures : `${load.patients}/${load.nurses}`}
                </small>
              )}
              {closed.has(key) && <small className="ds-over">{t('board.closed', { reason: view === 'day' ? (closed.get(key) ?? '') : '' })}</small>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});

type Load = BoardStore['board']['loads'][number];
/** How many patients there are for each, and what is over the limit. */
export function loadText(t: (key: string, params?: Record<string, string | number>) => string, load: Load): string {
  const { patients, nurses, doctors, perNurse, perDoctor, overNurse, overDoctor, mixed } = load;
  return [
    t('load.full', { patients, nurses, doctors, perNurse: perNurse ?? '–', perDoctor: perDoctor ?? '–' }),
    ...(overNurse ? [t('load.overNurse')] : []),
    ...(overDoctor ? [t('load.overDoctor')] : []),
    ...(mixed.length > 0 ? [t('load.mixed', { names: mixed.join(t('listMark')) })] : []),
  ].join('\n');
}
