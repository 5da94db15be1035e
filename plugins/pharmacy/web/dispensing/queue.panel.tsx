import { Button, Checkbox, IconRefresh, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EmptyState, ErrorCard, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { QueueRow, Stage } from '../../contract/index.ts';
import { isPaid } from '../../domain/dispensing-state.ts';
import { payStates, personText, rxStates } from '../vocabulary.ts';
import type { DispensingStore } from './dispensing.store.ts';

const SEARCH_DELAY_MS = 250;
const STAGES: readonly Stage[] = ['open', 'review', 'pick', 'dispense', 'rest', 'done', 'returned', 'refused'];

/** ↑ ↓ walk through the buttons of a list, Home and End go to its ends. */
function walkList(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(0, next), buttons.length - 1)]?.focus();
}

/** The pharmacy's queue: work ahead oldest first, what is done newest first. */
export const QueuePanel = observer(function QueuePanel({ store }: { readonly store: DispensingStore }) {
  const { t } = usePlugin();
  const { queue, counts } = store;
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void queue.start();
    return () => clearTimeout(timer.current);
  }, [queue]);
  const countOf: Partial<Record<Stage, number>> = { ...counts, open: counts.review + counts.pick + counts.dispense };

  const type = (keyword: string) => {
    queue.setDraft({ keyword });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void queue.search(), SEARCH_DELAY_MS);
  };
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    list.current?.querySelector<HTMLButtonElement>('button[data-row]')?.focus();
  };
  return (
    <div className="ph-queue">
      <div className="ph-queue-search">
        <Input
          value={queue.draft.keyword ?? ''}
          showClear
          placeholder={t('counter.keyword')}
          aria-label={t('counter.keyword')}
          onChange={type}
          onKeyDown={intoList}
          data-search
        />
        <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={t('counter.refresh')} onClick={() => void store.reload()} />
      </div>
      <div className="ph-stages" role="tablist" aria-label={t('counter.stages')}>
        {STAGES.map((stage) => (
          <button key={stage} type="button" role="tab" aria-selected={queue.filter.stage === stage} onClick={() => void queue.search({ stage })}>
            {t(`stage.${stage}`)}
            {(countOf[stage] ?? 0) > 0 && <b>{countOf[stage]}</b>}
          </button>
        ))}
      </div>
      <Checkbox checked={queue.filter.unpaid === true} onChange={(event) => void queue.search({ unpaid: event.target.checked === true })}>
        {t('counter.unpaid')}
      </Checkbox>
      {queue.state.kind === 'failed' && <ErrorCard error={queue.state.error} onRetry={() => void queue.reload()} />}
      {queue.state.kind === 'loading' && queue.state.first && <ListSkeleton />}
      {queue.state.kind === 'ready' && queue.rows.length === 0 && <EmptyState text={t('counter.nobody')} />}
      <ul ref={list} className="ph-rows" aria-label={t('counter.queue')} onKeyDown={walkList}>
        {queue.rows.map((row) => (
          <Row key={row.dpId} row={row} active={row.dpId === store.openId} onOpen={() => void store.open(row.dpId)} />
        ))}
      </ul>
      {queue.total > queue.rows.length && <p className="ph-soft ph-small">{t('counter.more', { n: queue.total - queue.rows.length })}</p>}
    </div>
  );
});

const Row = observer(function Row({ row, active, onOpen }: { readonly row: QueueRow; readonly active: boolean; readonly onOpen: () => void }) {
  const { t } = usePlugin();
  return (
    <li>
      <button type="button" className="ph-row" data-row aria-current={active || undefined} onClick={onOpen}>
        <span className="ph-row-line">
          <strong>{row.patientName}</strong>
          <span className="ph-soft">{personText(t, row)}</span>
          <StatusTag value={row.rxStatus} table={rxStates(t)} />
        </span>
        <span className="ph-row-line ph-soft ph-small">
          <span>{row.dpNumber}</span>
          {!isPaid(row.payStatus) && <StatusTag value={row.payStatus} table={payStates(t)} />}
          <DateText value={row.dpDate} />
        </span>
      </button>
    </li>
  );
});
