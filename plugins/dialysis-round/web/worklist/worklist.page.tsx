import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, Input, Select } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EmptyState, ErrorCard, FilterChips, ListSkeleton, PageFrame, SplitPane, useCut, useFrames, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { sessionFrames } from '../../../dialysis-session/contract/index.ts';
import { roundFrames } from '../../contract/round.frames.ts';
import { PatientPanel } from '../patient/patient.panel.tsx';
import { SigningDrawer } from '../signing/signing.drawer.tsx';
import { RoundCards } from './round-cards.tsx';
import { MINE, SEVERITIES, WorklistStore } from './worklist.store.ts';
import '../round.css';

/** 医生工作台: patients of the day by urgency, and beside them whoever is open. Live. */
export const Page = observer(function WorklistPage({ menu, query }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new WorklistStore(ctx));
  const [signing, setSigning] = useState(false);
  const treatments = useFrames(sessionFrames);
  const rounds = useFrames(roundFrames);
  useEffect(() => void store.load(), [store]);
  useEffect(() => {
    if (query.patientId) store.open(query.patientId);
  }, [store, query.patientId]);
  useEffect(
    () =>
      treatments.on('dialysisSessionChanged', ({ date, sessionId }) => {
        if (date === store.reply?.date) store.touch(store.reply.list.find((row) => row.sessionId === sessionId)?.patientId ?? '');
      }),
    [treatments, store],
  );
  useEffect(() => rounds.on('dialysisRoundChanged', ({ patientId }) => store.touch(patientId)), [rounds, store]);
  useEffect(() => treatments.onConnected(() => void store.load(true)), [treatments, store]);
  const cut = useCut(store.wake);
  const cards = useRef<HTMLUListElement>(null);
  /** Escape leaves the patient for the list; a dialog, a list of choices or a field that used the key keeps it. */
  const leave = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || (event.target instanceof Element && event.target.closest('[role=dialog]'))) return;
    cards.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
  };
  const changed = (): void => store.touch(store.patientId);
  const { reply } = store;
  return (
    <PageFrame title={menu.fullName}>
      <SplitPane
        leftWidth={470}
        minLeft={320}
        maxLeft={760}
        leftLabel={t('list.label')}
        rightLabel={t('patient.label')}
        detailOpen={store.patientId !== ''}
        onBack={() => store.open('')}
        left={
          <div className="dr-list">
            <div className="dr-bar">
              <Select
                aria-label={t('list.shift')}
                value={store.shiftId}
                onChange={(shiftId) => store.choose({ shiftId: String(shiftId) })}
                optionList={[
                  { value: '', label: t('list.allShifts') },
                  ...((reply?.myShiftIds.length ?? 0) > 0 ? [{ value: MINE, label: t('list.mine') }] : []),
                  ...(reply?.shifts ?? []).map(({ shiftId, name }) => ({ value: shiftId, label: name })),
                ]}
                className="dr-choice"
              />
              <Select
                aria-label={t('list.zone')}
                value={store.zone}
                onChange={(zone) => store.choose({ zone: String(zone) })}
                optionList={[
                  { value: '', label: t('list.allZones') },
                  ...store.zones.map((value) => ({ value, label: `${value} ${t(`zone.${value as 'A'}`)}` })),
                ]}
                className="dr-choice"
              />
              <Input
                aria-label={t('list.keyword')}
                placeholder={t('list.keyword')}
                value={store.keyword}
                onChange={(keyword) => store.choose({ keyword })}
                className="dr-search"
                data-search
              />
              <Button theme={(reply?.waiting ?? 0) > 0 ? 'solid' : 'light'} type="primary" onClick={() => setSigning(true)}>
                {t('sign.open', { n: reply?.waiting ?? 0 })}
              </Button>
            </div>
            <FilterChips
              label={t('list.severity')}
              chips={[
                { value: '' as const, label: t('list.all'), count: store.countOf('') },
                ...SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`), count: store.countOf(value) })),
              ]}
              chosen={store.severity}
              onChoose={(severity) => store.choose({ severity })}
            />
            {cut !== null && reply && <Alert kind="warning" text={t('list.cut', { time: formatInstant(cut, 'HH:mm') })} />}
            {store.loading && <ListSkeleton />}
            {store.problem ? <ErrorCard error={store.problem} onRetry={() => void store.load()} /> : null}
            {reply && store.rows.length === 0 && <EmptyState text={t('list.empty')} help={t('list.emptyHelp')} />}
            <RoundCards store={store} frame={cards} />
          </div>
        }
        right={
          store.patientId === '' ? (
            <EmptyState text={t('patient.choose')} help={t('patient.chooseHelp')} />
          ) : (
            <section className="dr-panel-place" aria-label={t('patient.label')} onKeyDown={leave}>
              <PatientPanel key={store.patientId} patientId={store.patientId} row={store.row} changes={store.changes} onChanged={changed} />
            </section>
          )
        }
      />
      {signing && <SigningDrawer onClose={() => setSigning(false)} onChanged={changed} />}
    </PageFrame>
  );
});
