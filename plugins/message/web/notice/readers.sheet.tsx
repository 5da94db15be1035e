import { Progress, SideSheet } from '@nephra/plugin-sdk/ui';
import { type Client, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DateText, ErrorCard, FilterChips, ListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { NoticeReader, NoticeRow, noticeContract } from '../../contract/notice.contract.ts';
import { READER_STATES, ReadersStore } from './readers.store.ts';
import './notice.css';

interface ReadersProps {
  readonly client: Client<(typeof noticeContract)['routes']>;
  readonly notice: NoticeRow;
  readonly onClose: () => void;
}

const columnsOf = (t: WebContext['t'], mustRead: boolean): readonly Column<NoticeReader>[] => [
  { prop: 'realName', label: t('readers.name'), width: 110 },
  { prop: 'organizeName', label: t('readers.place'), minWidth: 150 },
  { prop: 'account', label: t('readers.account'), width: 110 },
  { prop: 'readTime', label: t('readers.readTime'), width: 150, render: ({ readTime }) => <DateText value={readTime} /> },
  ...(mustRead
    ? [{ prop: 'receiptTime', label: t('readers.receiptTime'), width: 150, render: ({ receiptTime }: NoticeReader) => <DateText value={receiptTime} /> }]
    : []),
];

/** Who has read a notice, and who has not. */
export const Readers = observer(function Readers({ client, notice, onClose }: ReadersProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new ReadersStore(ctx, client, notice.id));
  useEffect(() => void store.loadCounts(), [store]);
  const mustRead = notice.mustRead === 1;
  const columns = useMemo(() => columnsOf(t, mustRead), [t, mustRead]);
  const { counts, failure } = store;
  const chips = READER_STATES.filter((state) => mustRead || state !== 'receipt');
  return (
    <SideSheet visible title={t('readers.of', { name: notice.title })} width="min(720px, 100vw)" onCancel={onClose}>
      <div className="notice-readers">
        {failure !== null && <ErrorCard error={failure} onRetry={() => void store.loadCounts()} />}
        {counts && (
          <div className="notice-read">
            <Progress
              percent={counts.receivers === 0 ? 0 : Math.floor((counts.read * 100) / counts.receivers)}
              showInfo
              aria-label={t('readers.progress', { read: counts.read, n: counts.receivers })}
            />
            <p className="message-quiet">
              {t('readers.progress', { read: counts.read, n: counts.receivers })}
              {mustRead && ` ${t('readers.receipts', { n: counts.receipts })}`}
            </p>
          </div>
        )}
        <ListPage
          label={t('notice.readers')}
          store={store.list}
          columns={columns}
          columnSettings={false}
          emptyText={t('readers.none')}
          search={[{ kind: 'text', name: 'keyword', label: t('readers.keyword') }]}
          toolbar={[
            {
              ...{ key: 'remind', text: t('readers.remind'), button: 'btn_remind', disabled: (counts?.unread ?? 0) === 0 },
              ...{ confirm: t('readers.remindAsk', { n: counts?.unread ?? 0 }), onClick: store.remind },
            },
          ]}
        >
          <FilterChips
            label={t('readers.states')}
            chips={chips.map((value) => ({ value, label: t(`readers.state.${value}`), count: store.countOf(value) }))}
            chosen={store.list.filter.state}
            onChoose={(state) => void store.list.search({ state })}
          />
        </ListPage>
      </div>
    </SideSheet>
  );
});
