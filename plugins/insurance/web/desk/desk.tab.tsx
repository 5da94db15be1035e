import { usePlugin, wordOf } from '@nephra/plugin-sdk/web';
import { addMoney, fen } from '@nephra/plugin-sdk/contract';
import { AmountText, DateText, EmptyState, QueueEntry, QueuePanel, SplitPane, TickGroup } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChargeQueueRow } from '../../../charging/contract/index.ts';
import { insutypeText, money, type Text, yuan } from '../parts/words.ts';
import type { InsuranceDeskStore } from './desk.store.ts';
import { FlowPanel } from './flow/flow.panel.tsx';

/** Queue of insured prescriptions left, the settlement in hand right. */
export const DeskTab = observer(function DeskTab({ store }: { readonly store: InsuranceDeskStore }) {
  const { t } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  const { flow } = store;
  useEffect(() => void store.start(), [store]);
  const backToQueue = () => {
    if (flow?.mayLeave === false) return;
    store.close();
    frame.current?.querySelector<HTMLInputElement>('[data-search] input, input[data-search]')?.focus();
  };
  const next = () => {
    backToQueue();
    store.refresh();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !flow || !flow.mayLeave || event.defaultPrevented) return;
    event.preventDefault();
    backToQueue();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys that its own fields and buttons do not take
    <div ref={frame} className="in-desk" onKeyDown={handleKey}>
      <SplitPane
        leftWidth={300}
        leftLabel={t('desk.queue')}
        rightLabel={t('desk.hand')}
        detailOpen={flow !== null}
        onBack={backToQueue}
        left={<DeskQueue store={store} />}
        right={
          <div className="in-hand">
            {flow ? (
              <FlowPanel key={flow.subject.settlementId ?? flow.subject.dpIds.join()} flow={flow} about={<InHand store={store} />} leadsToFile onNext={next}>
                <Others store={store} />
              </FlowPanel>
            ) : (
              <EmptyState text={t('desk.choose')} help={t('desk.chooseHelp')} />
            )}
          </div>
        }
      />
    </div>
  );
});

const DeskQueue = observer(function DeskQueue({ store }: { readonly store: InsuranceDeskStore }) {
  const { t } = usePlugin();
  const { queue, held, flow } = store;
  return (
    <QueuePanel
      store={queue}
      label={t('desk.queue')}
      searchLabel={t('desk.keyword')}
      refreshLabel={t('desk.refresh')}
      onRefresh={store.refresh}
      waiting={t('desk.waiting', { n: queue.total })}
      emptyText={t('desk.nobody')}
      rest={(n) => <QueueRest store={store} n={n} />}
      openKey={store.openKey}
      onOpen={(row) => store.open(row)}
      renderRow={(row) => (
        <QueueEntry
          name={row.patientName}
          about={personText(t, row)}
          end={<AmountText amount={money(row.totalPrice)} strong />}
          mark={row.chargeBar === '' ? row.chargedBefore && t('desk.again') : t('desk.notReviewed')}
        >
          <span>{row.outpatientCode}</span>
          <span>{wordOf(t, `desk.payer.${row.reimWay}`, insutypeText(t, row.reimWay))}</span>
          <DateText value={row.dpDate} />
        </QueueEntry>
      )}
    >
      {held.length > 0 && (
        <section className="in-held" aria-label={t('desk.held')}>
          <h4>{t('desk.held')}</h4>
          {held.map((row) => (
            <button
              key={row.id}
              type="button"
              aria-current={flow?.subject.settlementId === row.id || flow?.settlement?.id === row.id || undefined}
              onClick={() => void store.resume(row)}
            >
              <span>{row.patientName}</span>
              <small className="in-soft">{t(`state.${row.state}`)}</small>
            </button>
          ))}
        </section>
      )}
    </QueuePanel>
  );
});

/** What waits and is not visible. */
const QueueRest = observer(function QueueRest({ store, n }: { readonly store: InsuranceDeskStore; readonly n: number }) {
  const { t } = usePlugin();
  if (store.allShown) return t('desk.moreFound', { n });
  return (
    <>
      {t('desk.more', { n })}{' '}
      <button type="button" className="nk-text-button" onClick={() => store.showAll()}>
        {t('desk.showAll')}
      </button>
    </>
  );
});

/** Whom and what the cashier has in hand: on a phone the queue is hidden. */
const InHand = observer(function InHand({ store }: { readonly store: InsuranceDeskStore }) {
  const { t } = usePlugin();
  const { inHand } = store;
  const [first] = inHand;
  if (!first) return null;
  return (
    <>
      <span className="in-soft">{personText(t, first)}</span>
      <span className="in-soft">{inHand.map((row) => row.dpNumber).join(t('desk.listMark'))}</span>
      <AmountText amount={addMoney(fen(0), ...inHand.map((row) => money(row.totalPrice)))} strong sign />
    </>
  );
});

const personText = (t: Text, row: ChargeQueueRow): string =>
  [wordOf(t, `sex.${row.patientSex}`, ''), row.patientAge >= 0 && t('desk.years', { n: row.patientAge })].filter(Boolean).join(' · ');

/** Other prescriptions of the patient that may go on the same settlement. */
const Others = observer(function Others({ store }: { readonly store: InsuranceDeskStore }) {
  const { t } = usePlugin();
  const { flow, others } = store;
  if (!flow || flow.settlement !== null || others.length === 0) return null;
  return (
    <TickGroup
      label={t('desk.others', { n: others.length })}
      options={others.map((one) => ({ value: one.dpId, label: t('desk.other', { number: one.dpNumber, amount: yuan(one.totalPrice) }) }))}
      chosen={flow.subject.dpIds}
      onToggle={(dpId) => store.toggle(dpId)}
      disabled={flow.busy}
    />
  );
});
