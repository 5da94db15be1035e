import { Button, IconChevronLeft, IconChevronRight, Select } from '@nephra/plugin-sdk/ui';
import { dayAfter, dayOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, ListSkeleton, PageFrame, UserPickerDialog, useFrames, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ZONES } from '../../../dialysis-file/contract/index.ts';
import type { RotaRow } from '../../contract/board.schema.ts';
import { boardFrames } from '../../contract/index.ts';
import { AnchoredPanel } from '../anchored-panel.tsx';
import { loadText } from '../board/board-head.tsx';
import { RotaStore } from './rota.store.ts';
import '../board/board.css';
import '../board/panels.css';

/** Who works when and where: nurses and doctors by day, shift and zone, with the patients for each of them. */
export const Page = observer(function RotaPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new RotaStore(ctx));
  const socket = useFrames(boardFrames);
  useEffect(() => void store.load(), [store]);
  useEffect(() => socket.on('dialysisBoardChanged', ({ orgId }) => void (orgId === ctx.user.organizeId && store.load())), [socket, store, ctx]);
  useEffect(() => socket.onConnected(() => void store.load()), [socket, store]);
  const [asked, setAsked] = useState<{ readonly date: string; readonly shiftId: string } | null>(null);
  const [duty, setDuty] = useState<'nurse' | 'doctor'>('nurse');
  const [zone, setZone] = useState<RotaRow['zone']>('A');
  const { rota } = store;
  return (
    <PageFrame title={t('rota.title')} fill={false}>
      <div className="ds-bar">
        <div className="ds-when">
          <Button icon={<IconChevronLeft />} aria-label={t('board.before')} onClick={() => store.look(dayAfter(store.monday, -7))} />
          <b className="ds-title">
            {store.monday} – {dayAfter(store.monday, 6).slice(5)}
          </b>
          <Button icon={<IconChevronRight />} aria-label={t('board.after')} onClick={() => store.look(dayAfter(store.monday, 7))} />
          <Button onClick={() => store.look(dayOf(ctx.now()))}>{t('rota.thisWeek')}</Button>
          <Button disabled={!rota} onClick={() => void import('../print/print-rota.ts').then(({ printRota }) => printRota(ctx, store))}>
            {t('rota.print')}
          </Button>
        </div>
        {store.mayEdit && (
          <div className="ds-when">
            <Select
              value={duty}
              aria-label={t('rota.duty')}
              optionList={(['nurse', 'doctor'] as const).map((value) => ({ value, label: t(`duty.${value}`) }))}
              onChange={(value) => setDuty(value as typeof duty)}
            />
            <Select
              value={zone}
              aria-label={t('board.zone')}
              optionList={[{ value: '', label: t('rota.anyZone') }, ...ZONES.map((value) => ({ value, label: t(`zone.${value}`) }))]}
              onChange={(value) => setZone(value as RotaRow['zone'])}
            />
            <span className="ds-quiet">{t('rota.hint')}</span>
          </div>
        )}
        {rota && <span className="ds-quiet">{t('rota.limits', { nurse: rota.patientsPerNurse, doctor: rota.patientsPerDoctor })}</span>}
      </div>
      {store.failure !== null && <ErrorCard error={store.failure} onRetry={() => void store.load()} />}
      {!rota && store.failure === null && <ListSkeleton />}
      {rota && <RotaTable store={store} onAdd={setAsked} />}
      {asked && (
        <UserPickerDialog
          visible
          multiple
          onConfirm={(people) => {
            setAsked(null);
            void store.put(
              asked.date,
              asked.shiftId,
              people.map(({ id }) => id),
              duty,
              zone,
            );
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </PageFrame>
  );
});

interface RotaTableProps {
  readonly store: RotaStore;
  readonly onAdd: (at: { readonly date: string; readonly shiftId: string }) => void;
}

const RotaTable = observer(function RotaTable({ store, onAdd }: RotaTableProps) {
  const { t } = usePlugin();
  const { rota, days } = store;
  if (!rota) return null;
  return (
    <div className="ds-rota">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="nephra-visually-hidden">{t('board.shift')}</span>
            </th>
            {days.map((date) => (
              <th key={date} scope="col">
                {t(`weekday.${weekdayOf(date)}`)} {date.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rota.shifts.map(({ shiftId, name }) => (
            <tr key={shiftId}>
              <th scope="row">{name}</th>
              {days.map((date) => {
                const load = rota.loads.find((one) => one.date === date && one.shiftId === shiftId);
                const over = load && (load.overNurse || load.overDoctor || load.mixed.length > 0);
                return (
                  <td key={date}>
                    {load && (
                      <p className={over ? 'ds-over' : 'ds-quiet'} title={loadText(t, load)}>
                        {t('load.short', { patients: load.patients, nurses: load.nurses })}
                        {load.perNurse !== null && ` · ${load.perNurse}`}
                        {load.mixed.length > 0 && ' ⚠'}
                      </p>
                    )}
                    <ul>
                      {rota.list
                        .filter((row) => row.date === date && row.shiftId === shiftId)
                        .map((row) => (
                          <Entry key={row.id} store={store} row={row} />
                        ))}
                    </ul>
                    {store.mayEdit && (
                      <button type="button" className="ds-add" aria-label={t('rota.add', { day: date, shift: name })} onClick={() => onAdd({ date, shiftId })}>
                        +
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

const Entry = observer(function Entry({ store, row }: { readonly store: RotaStore; readonly row: RotaRow }) {
  const { t } = usePlugin();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <li>
      <button
        type="button"
        className={row.absent ? 'ds-person ds-away' : 'ds-person'}
        title={row.note || undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {row.duty === 'doctor' && <span className="ds-doctor">{t('rota.doctorMark')}</span>}
        {row.userName}
        {row.zone !== '' && (
          <span className="ds-zone" data-zone={row.zone}>
            {row.zone}
          </span>
        )}
      </button>
      {anchor && (
        <AnchoredPanel anchor={anchor} label={row.userName} onClose={close}>
          <p className="ds-menu-name">
            <b>{row.userName}</b> {t(`duty.${row.duty}`)}
            {row.absent && ` · ${t('rota.absent')}`}
            {row.note !== '' && ` · ${row.note}`}
          </p>
          <div className="ds-acts">
            {store.mayEdit && (
              <Button
                onClick={() => {
                  close();
                  void store.absent(row, !row.absent);
                }}
              >
                {t(row.absent ? 'rota.present' : 'rota.setAbsent')}
              </Button>
            )}
            {store.mayEdit && (
              <Button
                type="danger"
                onClick={() => {
                  close();
                  void store.remove(row);
                }}
              >
                {t('rota.remove')}
              </Button>
            )}
            <Button theme="borderless" onClick={close}>
              {t('board.close')}
            </Button>
          </div>
        </AnchoredPanel>
      )}
    </li>
  );
});
