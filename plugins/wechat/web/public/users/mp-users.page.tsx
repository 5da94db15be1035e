import '../../wechat.css';
import { Select } from '@nephra/plugin-sdk/ui';
import { formatInstant } from '@nephra/plugin-sdk/contract';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, ConfirmButton, DateText, FilterChips, ListPage, PopupSelect, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { MAX_TAGGED } from '../../../contract/public/public-limits.ts';
import type { BindablePatient, PublicUserRow } from '../../../contract/public/public-user.contract.ts';
import { CodeDialog } from './code.dialog.tsx';
import { MpUsersStore } from './mp-users.store.ts';
import { ManageTagsDialog, TagPeopleDialog } from './tags.dialogs.tsx';

const isBound = ({ bound }: PublicUserRow): boolean => bound === 1;

function patientOf(t: WebContext['t'], { bound, patientName, outpatientNo }: PublicUserRow): string {
  if (bound === 0) return t('mpUser.unbound');
  return patientName === '' ? t('mpUser.hidden') : [patientName, outpatientNo].filter(Boolean).join(' ');
}

const columnsOf = ({ t, language }: WebContext, tagName: (id: number) => string): readonly Column<PublicUserRow>[] => [
  { prop: 'openId', label: t('mpUser.openId'), minWidth: 110, always: true },
  {
    ...{ prop: 'patientName', label: t('mpUser.patient'), minWidth: 96, always: true, text: (row) => patientOf(t, row) },
    render: (row) => (row.patientName === '' ? <span className="wx-quiet">{patientOf(t, row)}</span> : patientOf(t, row)),
  },
  {
    ...{ prop: 'subscribed', label: t('mpUser.state'), width: 100, text: ({ subscribed }) => t(subscribed === 1 ? 'mpUser.follows' : 'mpUser.left') },
    render: ({ subscribed }) => (
      <StatusTag
        value={subscribed}
        table={[
          { value: 1, text: t('mpUser.follows'), tone: 'success' },
          { value: 0, text: t('mpUser.left'), tone: 'neutral' },
        ]}
      />
    ),
  },
  { prop: 'tags', label: t('mpUser.tags'), minWidth: 150, render: ({ tags }) => tags.map(tagName).join(language === 'en' ? ', ' : '、') || '–' },
  {
    prop: 'subscribeTime',
    label: t('mpUser.since'),
    width: 150,
    render: ({ subscribeTime }) => (subscribeTime > 0 ? <DateText value={subscribeTime} /> : '–'),
  },
  { prop: 'lastTime', label: t('mpUser.last'), width: 150, render: ({ lastTime }) => (lastTime > 0 ? <DateText value={lastTime} /> : '–') },
];

/** Followers of the public account. */
export const Page = observer(function MpUsersPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MpUsersStore(ctx));
  useEffect(() => void store.load(), [store]);
  const { list, tagName, picking, tags } = store;
  const columns = useMemo(() => columnsOf(ctx, tagName), [ctx, tagName]);
  const chosen = list.selectedRows;
  const few = chosen.length > 0 && chosen.length <= MAX_TAGGED;
  const whole = ctx.user.isAdministrator;
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={list}
        columns={columns}
        selection="multiple"
        emptyText={t('mpUser.empty')}
        search={[{ kind: 'text', name: 'keyword', label: t('mpUser.keyword') }]}
        toolbar={[
          { key: 'bind', text: t('mpUser.bind'), button: 'btn_bind', primary: true, onClick: () => store.pick() },
          {
            ...{ key: 'remind', text: t('mpUser.remind'), button: 'btn_remind', disabled: !few || !chosen.some(isBound) },
            ...{ confirm: t('mpUser.remindAsk', { n: chosen.length }), onClick: () => store.remind(chosen) },
          },
          ...(whole
            ? [
                { key: 'tag', text: t('mpUser.tag'), button: 'btn_tag', disabled: !few, onClick: () => store.openTagging(true) },
                { key: 'tags', text: t('mpUser.tagsPage'), button: 'btn_tag', onClick: () => store.openManaging(true) },
                { key: 'sync', text: t('mpUser.sync'), button: 'btn_sync', onClick: () => store.startSync() },
              ]
            : []),
        ]}
        rowActions={[
          {
            ...{ key: 'unbind', text: t('mpUser.unbind'), button: 'btn_bind', danger: true, visible: isBound },
            ...{ confirm: () => t('mpUser.unbindAsk'), onClick: (row: PublicUserRow) => store.unbind(row) },
          },
        ]}
      >
        <SyncLine store={store} />
        <div className="wx-filters">
          <FilterChips
            label={t('mpUser.bound')}
            chips={(['', 'yes', 'no'] as const).map((value) => ({ value, label: t(`mpUser.${value === '' ? 'all' : value}`) }))}
            chosen={list.filter.bound ?? ''}
            onChoose={(bound) => void list.search({ bound })}
          />
          {tags.length > 0 && (
            <Select
              size="small"
              showClear
              style={{ minWidth: 140 }}
              aria-label={t('mpUser.tags')}
              placeholder={t('mpUser.tags')}
              value={list.filter.tagId ?? undefined}
              optionList={tags.map(({ id: value, fullName: label }) => ({ value, label }))}
              onChange={(value) => void list.search({ tagId: typeof value === 'number' ? value : null })}
            />
          )}
        </div>
      </ListPage>
      {picking && (
        <PopupSelect
          visible
          title={t('mpUser.bindTitle')}
          store={picking}
          columns={patientColumns(t)}
          onConfirm={(patient: BindablePatient) => void store.makeCode(patient)}
          onClose={() => store.closePicking()}
        />
      )}
      <CodeDialog store={store} />
      <TagPeopleDialog store={store} />
      <ManageTagsDialog store={store} />
    </>
  );
});

const patientColumns = (t: WebContext['t']): readonly Column<BindablePatient>[] => [
  { prop: 'fullName', label: t('mpUser.patientName'), minWidth: 110 },
  { prop: 'outpatientNo', label: t('mpUser.outpatientNo'), minWidth: 120 },
  { prop: 'organizeName', label: t('mpUser.organize'), minWidth: 160 },
];

/** How far a sync is, or how the last one ended. */
const SyncLine = observer(function SyncLine({ store }: { readonly store: MpUsersStore }) {
  const { t } = usePlugin();
  const { sync } = store;
  if (!sync) return null;
  const { state, done, total, added, gone, reason } = sync;
  if (state === 'waiting' || state === 'running')
    return (
      <p className="wx-sync" role="status">
        {t('mpUser.syncing', { done, total: total || '…' })}
        <progress {...(total > 0 && { max: total, value: done })} aria-label={t('mpUser.sync')} />
        <ConfirmButton button="btn_sync" size="small" confirm={t('mpUser.cancel')} onClick={() => store.cancelSync()}>
          {t('mpUser.cancel')}
        </ConfirmButton>
      </p>
    );
  const when = formatInstant(sync.creatorTime, 'yyyy-MM-dd HH:mm');
  const text =
    state === 'failed'
      ? t('mpUser.syncFailed', { reason })
      : state === 'cancelled'
        ? t('mpUser.syncCancelled', { done, total })
        : t('mpUser.syncDone', { when, total, added, gone });
  return <p className="wx-quiet">{text}</p>;
});
