import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, dateColumn, FilterChips, ListPage, StatusTag, statusColumn, statusTable, textColumn, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { OutboxRow } from '../../contract/send/outbox.contract.ts';
import { MAX_OUTBOX_ROWS, OUTBOX_STATES } from '../../contract/send/send-limits.ts';
import { OutboxStore } from './outbox.store.ts';
import './send.css';

const TONES = { waiting: 'neutral', sending: 'info', sent: 'success', doubtful: 'warning', 'given-up': 'danger' } as const;

const statesOf = (t: WebContext['t']) => statusTable(TONES, (value) => t(`outbox.states.${value}`));
const canBeSentAgain = ({ state }: OutboxRow): boolean => state === 'given-up' || state === 'doubtful';
const canBeClosed = ({ state }: OutboxRow): boolean => state === 'waiting' || state === 'doubtful';

const columnsOf = (t: WebContext['t']): readonly Column<OutboxRow>[] => [
  { prop: 'userName', label: t('outbox.receiver'), minWidth: 84, always: true },
  statusColumn('state', t('outbox.state'), { minWidth: 124, always: true, table: statesOf(t), reason: ({ reason }) => reason }),
  { prop: 'channelName', label: t('outbox.channel'), width: 100 },
  { prop: 'kindName', label: t('outbox.kind'), minWidth: 140 },
  { prop: 'urgency', label: t('outbox.urgency'), width: 90, render: ({ urgency }) => t(`urgency.${urgency}`), text: ({ urgency }) => t(`urgency.${urgency}`) },
  textColumn('address', t('outbox.address'), { minWidth: 150 }),
  { prop: 'tries', label: t('outbox.tries'), width: 70, align: 'right' },
  dateColumn('creatorTime', t('outbox.time')),
  dateColumn('nextTryTime', t('outbox.next')),
  dateColumn('endTime', t('outbox.ended'), { hiddenAtFirst: true }),
  textColumn('said', t('outbox.said'), { minWidth: 200 }),
];

/** What left the product, or waits to, without what it says: for administrators of the system. */
export const Page = observer(function OutboxPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new OutboxStore(ctx));
  useEffect(() => void store.loadKnown(), [store]);
  const columns = useMemo(() => columnsOf(t), [t]);
  const { list, known } = store;
  const chosen = list.selectedRows;
  const [again, closed] = [chosen.filter(canBeSentAgain), chosen.filter(canBeClosed)];
  const few = chosen.length <= MAX_OUTBOX_ROWS;
  const named = (rows: readonly { readonly code: string; readonly title: string }[]) => rows.map(({ code, title }) => ({ value: code, text: title }));
  return (
    <ListPage
      title={menu.fullName}
      store={list}
      columns={columns}
      selection="multiple"
      emptyText={t('outbox.empty')}
      search={[
        { kind: 'text', name: 'keyword', label: t('outbox.keyword') },
        { kind: 'select', name: 'channel', label: t('outbox.channel'), options: named(known.channels) },
        { kind: 'select', name: 'kind', label: t('outbox.kind'), options: named(known.kinds) },
      ]}
      toolbar={[
        {
          ...{ key: 'again', text: t('outbox.again'), button: 'btn_again', primary: true, disabled: again.length === 0 || !few },
          ...{ confirm: t('outbox.againAsk', { n: again.length }), onClick: () => store.sendAgain(again) },
        },
        {
          ...{ key: 'close', text: t('outbox.close'), button: 'btn_close', danger: true, disabled: closed.length === 0 || !few },
          ...{ confirm: t('outbox.closeAsk', { n: closed.length }), onClick: () => store.close(closed) },
        },
      ]}
      rowActions={[
        {
          ...{ key: 'again', text: t('outbox.again'), button: 'btn_again', visible: canBeSentAgain, confirm: () => t('outbox.againAsk', { n: 1 }) },
          onClick: (row) => store.sendAgain([row]),
        },
        {
          ...{ key: 'close', text: t('outbox.close'), button: 'btn_close', danger: true, visible: canBeClosed, confirm: () => t('outbox.closeAsk', { n: 1 }) },
          onClick: (row) => store.close([row]),
        },
      ]}
    >
      <ul className="message-outbox-channels" aria-label={t('outbox.channel')}>
        {known.channels.map(({ code, title, ready, waiting, failed }) => (
          <li key={code}>
            <strong>{title}</strong>
            <StatusTag
              value={ready ? 'ready' : 'off'}
              table={[
                { value: 'ready', text: t('outbox.ready'), tone: 'success' },
                { value: 'off', text: t('outbox.notReady'), tone: 'neutral' },
              ]}
            />
            {waiting > 0 && <span>{t('outbox.waitingN', { n: waiting })}</span>}
            {failed > 0 && <span>{t('outbox.failedN', { n: failed })}</span>}
          </li>
        ))}
      </ul>
      <FilterChips
        label={t('outbox.views')}
        chips={[{ value: '' as const, label: t('outbox.all') }, ...OUTBOX_STATES.map((value) => ({ value, label: t(`outbox.states.${value}`) }))]}
        chosen={list.filter.state ?? ''}
        onChoose={(state) => void list.search({ state })}
      />
    </ListPage>
  );
});
