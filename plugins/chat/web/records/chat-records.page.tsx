import { endOfDay, formatInstant, startOfDay, toPage } from '@nephra/plugin-sdk/contract';
import { createClient, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { Alert, type DateRange, ListPage, ListStore, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type AuditedMessage, chatContract } from '../../contract/conversation.contract.ts';
import { MAX_SEARCH_REASON, MIN_SEARCH_REASON } from '../../contract/limits.ts';
import { gistOf } from '../log/chat-line.ts';

interface RecordFilter {
  readonly reason: string;
  readonly keyword: string;
  readonly personId: string;
  readonly day: DateRange;
}

/** Each page that is read is a search of its own on record; without a reason nothing is asked. */
function recordList(ctx: WebContext): ListStore<AuditedMessage, RecordFilter> {
  const client = createClient(chatContract, ctx.http);
  return new ListStore({
    rowKey: 'id',
    load: async ({ currentPage, pageSize, reason = '', keyword, personId, day }, signal) => {
      if (reason.trim().length < MIN_SEARCH_REASON) return { data: toPage<AuditedMessage>([], 0, { currentPage, pageSize }) };
      const body = {
        ...{ currentPage, pageSize, reason: reason.trim() },
        ...(keyword && { keyword }),
        ...(personId && { personId }),
        ...(day?.[0] != null && { from: startOfDay(day[0]) }),
        ...(day?.[1] != null && { until: endOfDay(day[1]) + 1 }),
      };
      return await client.searchAll({ body }, { signal, quiet: true });
    },
  });
}

/** 聊天记录查询: what people wrote to each other, with the reason of whoever asks on record. The server knows who may (`chat.searchAll`), and says so to others. */
export const Page = observer(function ChatRecordsPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => recordList(ctx));
  const asked = (store.filter.reason ?? '').trim().length >= MIN_SEARCH_REASON;
  return (
    <ListPage
      title={t('records.title')}
      store={store}
      columnSettings={false}
      emptyText={t('records.reasonFirst', { n: MIN_SEARCH_REASON })}
      search={[
        { kind: 'text', name: 'reason', label: t('records.reason'), placeholder: t('records.reasonHint'), maxLength: MAX_SEARCH_REASON },
        { kind: 'text', name: 'keyword', label: t('records.keyword') },
        { kind: 'user', name: 'personId', label: t('records.person') },
        { kind: 'dateRange', name: 'day', label: t('records.day') },
      ]}
      columns={[
        // A phone shows what was written, and the rest as one scrolls.
        {
          prop: 'content',
          label: t('records.content'),
          minWidth: 280,
          always: true,
          render: (row) => gistOf(t, row.contentType, row.content),
          text: (row) => gistOf(t, row.contentType, row.content),
        },
        { prop: 'sendTime', label: t('records.time'), width: 168, always: true, render: (row) => formatInstant(row.sendTime, 'YYYY-MM-DD HH:mm:ss') },
        { prop: 'sendRealName', label: t('records.from'), width: 120 },
        { prop: 'receiveName', label: t('records.to'), width: 160 },
      ]}
    >
      <Alert kind={asked ? 'info' : 'warning'} text={asked ? t('records.onRecord') : t('records.reasonFirst', { n: MIN_SEARCH_REASON })} />
    </ListPage>
  );
});
