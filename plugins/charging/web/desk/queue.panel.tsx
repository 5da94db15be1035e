import { Button, IconRefresh, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, DateText, EmptyState, ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChargeQueueRow } from '../../contract/index.ts';
import { money, payerText, personText } from '../vocabulary.ts';
import type { DeskStore } from './desk.store.ts';

const SEARCH_DELAY_MS = 250;

/** ↑ ↓ walk through the buttons of a list, Home and End go to its ends. */
export function walkList(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(0, next), buttons.length - 1)]?.focus();
}

/** Prescriptions at the desk, oldest first. */
export const QueuePanel = observer(function QueuePanel({ store }: { readonly store: DeskStore }) {
  const { t } = usePlugin();
  const { queue } = store;
  const list = useRef<HTMLUListElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void queue.start();
    return () => clearTimeout(timer.current);
  }, [queue]);

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
    <div className="ch-queue">
      <div className="ch-queue-search">
        <Input
          value={queue.draft.keyword ?? ''}
          showClear
          placeholder={t('desk.keyword')}
          aria-label={t('desk.keyword')}
          onChange={type}
          onKeyDown={intoList}
          data-search
        />
        <Button theme="borderless" type="tertiary" icon={<IconRefresh />} aria-label={t('desk.refresh')} onClick={() => void store.reload()} />
      </div>
      <p className="ch-queue-count" role="status">
        {t('desk.waiting', { n: queue.total })}
      </p>
      {queue.state.kind === 'failed' && <ErrorCard error={queue.state.error} onRetry={() => void queue.reload()} />}
      {queue.state.kind === 'loading' && queue.state.first && <ListSkeleton />}
      {queue.state.kind === 'ready' && queue.rows.length === 0 && <EmptyState text={t('desk.nobody')} />}
      <ul ref={list} className="ch-rows" aria-label={t('desk.queue')} onKeyDown={walkList}>
        {queue.rows.map((row) => (
          <QueueRow key={row.dpId} row={row} active={row.dpId === store.openId} onOpen={() => void store.open(row.dpId)} />
        ))}
      </ul>
      {queue.total > queue.rows.length && <p className="ch-queue-count">{t('desk.more', { n: queue.total - queue.rows.length })}</p>}
    </div>
  );
});

interface QueueRowProps {
  readonly row: ChargeQueueRow;
  readonly active: boolean;
  readonly onOpen: () => void;
}

const QueueRow = observer(function QueueRow({ row, active, onOpen }: QueueRowProps) {
  const { t } = usePlugin();
  return (
    <li>
      <button type="button" className="ch-row" data-row aria-current={active || undefined} onClick={onOpen}>
        <span className="ch-row-line">
          <strong>{row.patientName}</strong>
          <span className="ch-soft">{personText(t, row)}</span>
          <AmountText amount={money(row.totalPrice)} strong />
        </span>
        <span className="ch-row-line ch-soft">
          <span>{row.outpatientCode}</span>
          <span>{payerText(t, row.reimWay)}</span>
          <DateText value={row.dpDate} />
        </span>
      </button>
    </li>
  );
});
