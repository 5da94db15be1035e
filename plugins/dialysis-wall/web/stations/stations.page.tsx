import { formatInstant } from '@nephra/plugin-sdk/contract';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useNow } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { wallContract } from '../../contract/wall.contract.ts';
import type { StationsReply, WallStation } from '../../contract/wall.schema.ts';
import { pageOf } from '../../domain/pages.ts';
import { minutesLeft, stationAlarms } from '../../domain/station-alarms.ts';
import { useLive } from '../frame/use-live.ts';
import { useTurn } from '../frame/use-turn.ts';
import { WallFrame } from '../frame/wall-frame.tsx';

const PER_PAGE = 24;
const USUAL_SECONDS = 12;
/** Times are drawn anew so often. */
const DRAW_SECONDS = 5;

/** The screen of the nurse station: every station, how long it still takes, what is due, and what stands out, in colour and in words. */
export const Page = observer(function StationsPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const client = useMemo(() => createClient(wallContract, ctx.http), [ctx]);
  const store = useLive<StationsReply>((options) => client.stations({}, options));
  const { reply } = store;
  const now = useNow(DRAW_SECONDS);
  const turn = useTurn(reply?.pageSeconds ?? USUAL_SECONDS);
  const grace = reply?.readingGrace ?? 0;
  const stations = reply?.stations ?? [];
  const alarms = new Map(stations.map((station) => [station.stationId, stationAlarms(station, now, grace)]));
  const { rows, page, pages } = pageOf(stations, PER_PAGE, turn);
  const red = stations.filter(({ stationId }) => alarms.get(stationId)?.some(({ weight }) => weight === 'red'));
  const amber = stations.filter(({ stationId }) => (alarms.get(stationId)?.length ?? 0) > 0).length;
  const calm = amber > 0 ? t('stations.amber', { n: amber }) : t('stations.calm');
  const count = (...states: readonly WallStation['state'][]) => stations.filter(({ state }) => states.includes(state)).length;
  return (
    <WallFrame
      title={t('stations.title')}
      store={store}
      foot={
        // Of what was never read nothing is said: no alarm would be a promise.
        reply !== null && (
          <>
            <span>{t('stations.counts', { running: count('running'), waiting: count('waiting', 'ready'), free: count('free'), out: count('out') })}</span>
            <span role="status" className={red.length > 0 ? 'dw-red' : undefined}>
              {red.length > 0 ? t('stations.red', { codes: red.map(({ code }) => code).join(' ') }) : calm}
            </span>
            {pages > 1 && <span>{t('wall.page', { page, pages })}</span>}
          </>
        )
      }
    >
      {reply !== null && stations.length === 0 && <p className="dw-none">{t('stations.none')}</p>}
      <ul className="dw-stations" data-rows={Math.ceil(rows.length / 6)}>
        {rows.map((station) => (
          <Station key={station.stationId} station={station} alarms={alarms.get(station.stationId) ?? []} now={now} />
        ))}
      </ul>
    </WallFrame>
  );
});

interface StationProps {
  readonly station: WallStation;
  readonly alarms: ReturnType<typeof stationAlarms>;
  readonly now: number;
}
function Station({ station, alarms, now }: StationProps) {
  const { t } = usePlugin();
  const { code, name, state, endsAt, readingDueAt, shiftName } = station;
  // When a reading that is due was due stands in its alarm: with a line more the last alarm found no room.
  const isReadingDue = alarms.some(({ code: alarm }) => alarm === 'reading');
  const left = endsAt === null ? null : minutesLeft(endsAt, now);
  return (
    <li data-state={state} data-alarm={alarms[0]?.weight}>
      <p className="dw-station-head">
        <strong>{code}</strong>
        <em className="dw-state">{t(`stations.state.${state}`)}</em>
      </p>
      <p className="dw-station-name">
        <span>{name}</span>
        {left !== null && <b>{left > 0 ? t('stations.left', { time: hours(left) }) : t('stations.over', { time: hours(-left) })}</b>}
      </p>
      <p className="dw-station-time">
        {left === null && shiftName !== '' && <span className="dw-quiet">{shiftName}</span>}
        {state === 'running' && readingDueAt !== null && !isReadingDue && <span>{t('stations.next', { time: formatInstant(readingDueAt, 'HH:mm') })}</span>}
      </p>
      {alarms.length > 0 && (
        <p className="dw-alarms">
          {alarms.map(({ code: alarm, weight }) => (
            <span key={alarm} className="dw-alarm" data-weight={weight}>
              {t(`stations.alarm.${alarm}`)}
              {alarm === 'reading' && readingDueAt !== null && ` ${formatInstant(readingDueAt, 'HH:mm')}`}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

/** `2:05`. */
const hours = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
