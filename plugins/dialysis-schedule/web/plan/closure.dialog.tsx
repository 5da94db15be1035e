import { dayAfter, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { Button, Input, Modal, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateInput, SaveFailure, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { BulkRow } from '../../contract/board.schema.ts';
import { MAX_REASON } from '../../contract/limits.ts';
import type { BoardStore } from '../board/board.store.ts';
import { ClosureStore } from './closure.store.ts';

interface ClosureDialogProps {
  readonly store: BoardStore;
  readonly onClose: () => void;
}

/** Closes a day or a shift: shows who would go where, does it, and takes it back. */
export const ClosureDialog = observer(function ClosureDialog({ store: board, onClose }: ClosureDialogProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new ClosureStore(ctx, board.day));
  useEffect(() => void store.load(), [store]);
  const shiftName = (shiftId: string) => (shiftId === '' ? t('closure.wholeDay') : (board.board.shifts.find((one) => one.shiftId === shiftId)?.name ?? ''));
  return (
    <Modal
      visible
      title={t('closure.title')}
      width="min(860px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('board.close')}</Button>
          <Button disabled={!store.ready} onClick={() => void store.look()}>
            {t('closure.preview')}
          </Button>
          <Button theme="solid" type="danger" loading={store.act.busy} disabled={store.preview === null} onClick={() => void store.apply()}>
            {t('closure.apply')}
          </Button>
        </>
      }
    >
      <div className="ds-form">
        <div className="ds-field">
          <span>{t('closure.day')}</span>
          <DateInput label={t('closure.day')} value={parseDay(store.date)} onChange={(instant) => store.set({ date: dayOf(instant) })} />
        </div>
        <div className="ds-field">
          <span>{t('board.shift')}</span>
          <Select
            value={store.shiftId}
            aria-label={t('board.shift')}
            optionList={[{ value: '', label: t('closure.wholeDay') }, ...board.board.shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))]}
            onChange={(value) => store.set({ shiftId: String(value) })}
          />
        </div>
        <div className="ds-field">
          <span>{t('closure.what')}</span>
          <Select
            value={store.movedTo === '' ? 'out' : 'move'}
            aria-label={t('closure.what')}
            optionList={(['out', 'move'] as const).map((value) => ({ value, label: t(`closure.to.${value}`) }))}
            onChange={(value) => store.set({ movedTo: value === 'move' ? dayAfter(store.date, 1) : '' })}
          />
        </div>
        {store.movedTo !== '' && (
          <div className="ds-field">
            <span>{t('closure.movedTo')}</span>
            <DateInput label={t('closure.movedTo')} value={parseDay(store.movedTo)} onChange={(instant) => store.set({ movedTo: dayOf(instant) })} />
          </div>
        )}
        <div className="ds-field ds-wide">
          <span>{t('board.reason')}</span>
          <Input aria-label={t('board.reason')} value={store.reason} maxLength={MAX_REASON} onChange={(reason) => store.set({ reason })} />
        </div>
      </div>
      {store.problem !== null && <SaveFailure error={store.problem} />}
      {store.said !== '' && <p role="status">{store.said}</p>}
      {store.preview && <Preview rows={store.preview.list} board={board} />}
      <ul className="ds-closures" aria-label={t('closure.list')}>
        {store.list.map((row) => (
          <li key={row.id} className={row.undone ? 'ds-undone' : undefined}>
            <b>
              {row.date} {shiftName(row.shiftId)}
            </b>
            <span>
              {row.movedTo === null ? t('closure.leftOut', { n: row.leftOut }) : t('closure.moved', { day: row.movedTo, n: row.moved, out: row.leftOut })}
            </span>
            <span className="ds-quiet">{row.reason}</span>
            {row.undone ? (
              <span className="ds-quiet">{t('closure.wasUndone')}</span>
            ) : (
              <Button size="small" type="danger" onClick={() => void store.undo(row)}>
                {t('closure.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
});

/** Who would go where, those without a place first. */
function Preview({ rows, board }: { readonly rows: readonly BulkRow[]; readonly board: BoardStore }) {
  const { t } = usePlugin();
  const place = (one: { readonly date: string; readonly shiftId: string; readonly stationId: string }) =>
    [
      one.date.slice(5),
      board.board.shifts.find(({ shiftId }) => shiftId === one.shiftId)?.name ?? '',
      board.board.stations.find(({ stationId }) => stationId === one.stationId)?.code ?? '',
    ].join(' ');
  const sorted = rows.toSorted((one, other) => Number(one.to !== null) - Number(other.to !== null));
  const out = rows.filter(({ to }) => to === null).length;
  return (
    <div className="ds-preview">
      <p role="status">{t('closure.sum', { n: rows.length, out })}</p>
      <table>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.slotId} className={row.to === null ? 'ds-warn' : undefined}>
              <th scope="row">{row.patientName || t('board.hiddenName')}</th>
              <td>{place(row.from)}</td>
              <td>{row.to === null ? t(`closure.why.${row.reason}`) : `→ ${place(row.to)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
