import { grantCode } from '@nephra/plugin-sdk/contract';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, DateText, EditDialog, ListPage, type Status, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo } from 'react';
import { NoticeState, URGENCIES } from '../../contract/message-limits.ts';
import type { NoticeRow } from '../../contract/notice.contract.ts';
import { TitleButton } from '../reader/title-button.tsx';
import { NoticeStore } from './notice.store.ts';
import './notice.css';

// Editor, readers and dialog come when they are opened.
const NoticeEditor = lazy(() => import('./notice-editor.sheet.tsx').then((module) => ({ default: module.NoticeEditor })));
const Readers = lazy(() => import('./readers.sheet.tsx').then((module) => ({ default: module.Readers })));
const MessageDialog = lazy(() => import('../reader/message.dialog.tsx').then((module) => ({ default: module.MessageDialog })));

type Text = WebContext['t'];

const statesOf = (t: Text): readonly Status[] => [
  { value: NoticeState.draft, text: t('notice.states.draft'), tone: 'neutral' },
  { value: NoticeState.released, text: t('notice.states.released'), tone: 'success' },
  { value: NoticeState.withdrawn, text: t('notice.states.withdrawn'), tone: 'warning' },
  { value: 'ended', text: t('notice.states.ended'), tone: 'neutral' },
];
const urgenciesOf = (t: Text): readonly Status[] => {
  const tones = { normal: 'neutral', important: 'warning', urgent: 'danger' } as const;
  return URGENCIES.map((value) => ({ value, text: t(`urgency.${value}`), tone: tones[value] }));
};

const isReleased = ({ enabledMark }: NoticeRow): boolean => enabledMark === NoticeState.released;
const isOpen = (row: NoticeRow): boolean => !isReleased(row);

const columnsOf = ({ t, now }: WebContext, store: NoticeStore): readonly Column<NoticeRow>[] => [
  {
    prop: 'title',
    label: t('notice.title'),
    // A phone has room for this, the state and the acts.
    minWidth: 160,
    always: true,
    // Urgency has a column of its own.
    render: (row) => <TitleButton message={{ ...row, urgency: 'normal', receiptTime: null }} onOpen={() => store.view(row)} />,
    text: ({ title }) => title,
  },
  {
    prop: 'enabledMark',
    label: t('notice.state'),
    width: 106,
    render: (row) => <StatusTag value={isReleased(row) && row.validUntil !== null && row.validUntil < now() ? 'ended' : row.enabledMark} table={statesOf(t)} />,
  },
  { prop: 'urgency', label: t('notice.urgency'), width: 106, render: ({ urgency }) => <StatusTag value={urgency} table={urgenciesOf(t)} /> },
  { prop: 'releaseTime', label: t('notice.releaseTime'), width: 150, render: ({ releaseTime }) => <DateText value={releaseTime} /> },
  { prop: 'validUntil', label: t('notice.validUntil'), width: 110, render: ({ validUntil }) => <DateText value={validUntil} variant="date" /> },
  { prop: 'creatorUser', label: t('notice.creator'), width: 110 },
  { prop: 'lastModifyTime', label: t('notice.changed'), width: 150, hiddenAtFirst: true, render: ({ lastModifyTime }) => <DateText value={lastModifyTime} /> },
];

/** 系统公告: notices are written, released, taken back, and one sees who has read them (spec 2.5-05). */
export const Page = observer(function NoticePage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t, can } = ctx;
  const store = useStore(() => new NoticeStore(ctx));
  const columns = useMemo(() => columnsOf(ctx, store), [ctx, store]);
  const { editing, readersOf, viewing, display } = store;
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={store.list}
        columns={columns}
        search={[
          { kind: 'text', name: 'keyword', label: t('notice.keyword') },
          {
            kind: 'select',
            name: 'enabledMark',
            label: t('notice.state'),
            options: statesOf(t)
              .filter(({ value }) => value !== 'ended')
              .map(({ value, text }) => ({ value: String(value), text })),
          },
        ]}
        emptyText={t('notice.empty')}
        onOpen={store.view}
        toolbar={[{ key: 'add', text: t('notice.add'), button: 'btn_add', primary: true, onClick: store.add }]}
        rowActions={[
          // The longer words first: the column takes its width from them.
          { key: 'readers', text: t('notice.readers'), button: 'btn_readers', visible: isReleased, onClick: store.showReaders },
          {
            key: 'withdraw',
            text: t('notice.withdraw'),
            button: 'btn_release',
            danger: true,
            visible: isReleased,
            confirm: ({ title }) => t('notice.withdrawAsk', { name: title }),
            onClick: store.withdraw,
          },
          { key: 'edit', text: t('notice.edit'), button: 'btn_edit', visible: isOpen, onClick: store.edit },
          { key: 'release', text: t('notice.release'), button: 'btn_release', visible: isOpen, onClick: store.release },
          { key: 'display', text: t('notice.display'), button: 'btn_edit', visible: isReleased, onClick: store.openDisplay },
          {
            key: 'remove',
            text: t('notice.remove'),
            button: 'btn_remove',
            danger: true,
            confirm: (row) => t(isReleased(row) ? 'notice.removeReleasedAsk' : 'notice.removeAsk', { name: row.title }),
            onClick: store.remove,
          },
        ]}
      />
      <EditDialog
        form={display}
        title={t('notice.display')}
        width={480}
        onClose={store.closeDisplay}
        onSave={store.saveDisplay}
        onSaved={() => store.list.reload()}
      />
      <Suspense fallback={null}>
        {editing && (
          <NoticeEditor store={editing} mayRelease={can(grantCode('button', menu.enCode, 'btn_release'))} onSaved={store.saved} onClose={store.closeEditor} />
        )}
        {readersOf && <Readers client={store.client} notice={readersOf} onClose={() => store.showReaders(null)} />}
        {viewing && <MessageDialog info={{ ...viewing, receiptTime: null }} onClose={store.closeView} />}
      </Suspense>
    </>
  );
});
