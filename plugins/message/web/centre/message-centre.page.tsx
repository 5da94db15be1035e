import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DateText, FilterChips, ListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { MAX_REMOVED, MessageType } from '../../contract/message-limits.ts';
import type { MessageRow } from '../../contract/message.schema.ts';
import { ReaderStore } from '../reader/reader.store.ts';
import { Reader } from '../reader/reader.view.tsx';
import { TitleButton } from '../reader/title-button.tsx';
import { hearMessages } from '../unread/hear-messages.ts';
import { MessageCentreStore, VIEWS } from './message-centre.store.ts';

const PreferencesSheet = lazy(() => import('../send/preferences.sheet.tsx').then((module) => ({ default: module.PreferencesSheet })));

const KINDS: Readonly<Record<number, string>> = { [MessageType.notice]: 'notice', [MessageType.message]: 'message', [MessageType.personal]: 'personal' };

interface TitleCellProps {
  readonly row: MessageRow;
  readonly store: MessageCentreStore;
  readonly reader: ReaderStore;
}

/** Watches whether it was opened. */
const TitleCell = observer(function TitleCell({ row, store, reader }: TitleCellProps) {
  return <TitleButton message={row} unread={store.unread.isUnread(row)} onOpen={() => reader.open(row)} />;
});

const columnsOf = ({ t }: WebContext, store: MessageCentreStore, reader: ReaderStore): readonly Column<MessageRow>[] => [
  {
    prop: 'title',
    label: t('centre.titleColumn'),
    minWidth: 240,
    render: (row) => <TitleCell row={row} store={store} reader={reader} />,
    text: ({ title }) => title,
  },
  { prop: 'lastModifyTime', label: t('centre.time'), width: 150, render: ({ lastModifyTime }) => <DateText value={lastModifyTime} /> },
  { prop: 'creatorUser', label: t('centre.creator'), width: 130 },
  { prop: 'type', label: t('centre.kind'), width: 90, render: ({ type }) => t(`kinds.${KINDS[type] ?? 'message'}`) },
  {
    prop: 'hasFiles',
    label: t('centre.files'),
    width: 70,
    render: ({ hasFiles }) => (hasFiles === 1 ? t('centre.hasFiles') : '–'),
  },
];

/** 消息中心: everything that was written to the person (spec 2.1-09). */
export const Page = observer(function MessageCentrePage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MessageCentreStore(ctx));
  const [delivery, setDelivery] = useState(false);
  const reader = useStore(() => new ReaderStore(ctx));
  useEffect(() => {
    const end = hearMessages(ctx, store.unread);
    store.unread.begin();
    const stop = reaction(
      () => store.unread.changes,
      () => void store.list.refresh(),
    );
    return () => {
      stop();
      end();
    };
  }, [ctx, store]);
  const columns = useMemo(() => columnsOf(ctx, store, reader), [ctx, store, reader]);
  const { list, unread } = store;
  const chosen = list.selectedRows;
  const counts = { all: 0, notices: unread.notices, messages: unread.messages, unread: unread.total };
  return (
    <>
      <ListPage
        title={t('centre.title')}
        store={list}
        columns={columns}
        columnSettings={false}
        selection="multiple"
        search={[{ kind: 'text', name: 'keyword', label: t('centre.keyword') }]}
        emptyText={t('centre.empty')}
        onOpen={reader.open}
        toolbar={[
          { key: 'readAll', text: t('drawer.readAll'), primary: true, disabled: unread.total === 0, onClick: store.readAll },
          { key: 'delivery', text: t('preference.open'), onClick: () => setDelivery(true) },
          {
            key: 'remove',
            text: t('centre.remove'),
            danger: true,
            disabled: chosen.length === 0 || chosen.length > MAX_REMOVED,
            confirm: t('centre.removeAsk', { n: chosen.length }),
            onClick: () => store.remove(chosen),
          },
        ]}
        rowActions={[
          {
            key: 'remove',
            text: t('centre.remove'),
            danger: true,
            confirm: () => t('centre.removeAsk', { n: 1 }),
            onClick: (row) => store.remove([row]),
          },
        ]}
      >
        <FilterChips
          label={t('centre.views')}
          chips={VIEWS.map((value) => ({ value, label: t(`centre.view.${value}`), count: counts[value] }))}
          chosen={list.filter.view}
          onChoose={(view) => void list.search({ view })}
        />
      </ListPage>
      <Reader store={reader} />
      <Suspense fallback={null}>{delivery && <PreferencesSheet onClose={() => setDelivery(false)} />}</Suspense>
    </>
  );
});
