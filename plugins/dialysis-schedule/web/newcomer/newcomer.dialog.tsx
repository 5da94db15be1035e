import { Button, Input, Modal, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { SaveFailure, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MAX_REASON } from '../../contract/limits.ts';
import type { BoardStore, Cell } from '../board/board.store.ts';
import { NewcomerFields } from './newcomer-fields.tsx';
import { NewcomerPerson } from './newcomer-person.tsx';
import { type NewcomerKind, NewcomerStore } from './newcomer.store.ts';

interface NewcomerDialogProps {
  readonly store: BoardStore;
  readonly kind: NewcomerKind;
  /** Where somebody pressed; null: the first place that is free and fits. */
  readonly at: Cell | null;
  readonly onClose: () => void;
}

/** Who, what they bring along, and where: without leaving the board. */
export const NewcomerDialog = observer(function NewcomerDialog({ store: board, kind, at, onClose }: NewcomerDialogProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new NewcomerStore(ctx, board, kind, at));
  useEffect(() => void store.load(), [store]);
  useEffect(() => {
    if (store.finished) onClose();
  }, [store.finished, onClose]);
  const { missing, step, done, problem, twins } = store;
  const busy = step !== null;
  return (
    <Modal
      visible
      title={t(`newcomer.title.${kind}`)}
      width="min(760px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={
        <>
          <span className="ds-quiet ds-missing" role="status">
            {missing === '' ? '' : t(`newcomer.missing.${missing}`, { zone: store.zone?.zone ?? '' })}
          </span>
          <Button onClick={onClose}>{t('board.close')}</Button>
          {twins && <Button onClick={() => void store.save(true)}>{t('newcomer.otherPerson')}</Button>}
          <Button theme="solid" disabled={missing !== '' || busy} loading={busy} onClick={() => void store.save()}>
            {t(done.size > 0 ? 'newcomer.goOn' : 'newcomer.save')}
          </Button>
        </>
      }
    >
      <div className="ds-newcomer">
        <NewcomerPerson store={store} />
        {store.asksFile && <NewcomerFields store={store} />}
        <ZoneSentence store={store} />
        <PlaceFields store={store} />
      </div>
      {done.size > 0 && (
        <p role="status" className="ds-quiet">
          {t('newcomer.doneSteps', { steps: [...done].map((one) => t(`newcomer.step.${one}`)).join(t('listMark')) })}
        </p>
      )}
      {problem !== null && <SaveFailure error={problem} />}
    </Modal>
  );
});

/** Which zone the rule gives, why, and whether what was brought is young enough. */
const ZoneSentence = observer(function ZoneSentence({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const { zone, rules, asksFile } = store;
  if (!zone || (!asksFile && store.chosen === null)) return null;
  return (
    <p className="ds-zone-says">
      <span className="ds-zone" data-zone={zone.zone}>
        {zone.zone}
      </span>
      {t(`zoneShort.${zone.zone}`)}
      {zone.waitingFor.length > 0 && <span className="ds-warn-text">{t('newcomer.waitingFor', { markers: zone.waitingFor.join(t('listMark')) })}</span>}
      {zone.isOld && <span className="ds-stop-text">{t('newcomer.old', { days: rules?.serologyTransientDays ?? 0, until: zone.holdsUntil ?? '' })}</span>}
      {zone.holdsUntil !== null && !zone.isOld && <span className="ds-quiet">{t('newcomer.holds', { until: zone.holdsUntil })}</span>}
    </p>
  );
});

const PlaceFields = observer(function PlaceFields({ store }: { readonly store: NewcomerStore }) {
  const { t } = usePlugin();
  const { shifts } = store.board.board;
  return (
    <fieldset>
      <legend>{t('newcomer.place', { day: store.date })}</legend>
      <div className="ds-fields">
        <div>
          <span>{t('board.shift')}</span>
          <Select
            value={store.shiftId}
            aria-label={t('board.shift')}
            optionList={shifts.map(({ shiftId, name }) => ({ value: shiftId, label: name }))}
            onChange={(shiftId) => store.set({ shiftId: String(shiftId) })}
          />
        </div>
        <div>
          <span>{t('board.station')}</span>
          <Select
            value={store.stationId}
            disabled={store.zone === null}
            aria-label={t('board.station')}
            emptyContent={t('newcomer.noPlace', { zone: store.zone?.zone ?? '' })}
            optionList={store.places.map(({ stationId, code, zone }) => ({ value: stationId, label: `${code} · ${t(`zone.${zone}`)}` }))}
            onChange={(stationId) => store.set({ stationId: String(stationId) })}
          />
        </div>
        <div className="ds-wide">
          <span>{t('board.reason')}</span>
          <Input
            value={store.reason}
            maxLength={MAX_REASON}
            placeholder={t(`newcomer.reason.${store.kind}`)}
            aria-label={t('board.reason')}
            onChange={(reason) => store.set({ reason })}
          />
        </div>
      </div>
    </fieldset>
  );
});
