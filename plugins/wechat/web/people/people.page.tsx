import '../wechat.css';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { type Column, EditDialog, FilterChips, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { WorkPersonRow } from '../../contract/work/work-people.contract.ts';
import { MatchDialog } from './match.dialog.tsx';
import { PeopleStore } from './people.store.ts';

const isBound = ({ qyWxUserId }: WorkPersonRow): boolean => qyWxUserId !== '';

const columnsOf = (t: WebContext['t']): readonly Column<WorkPersonRow>[] => [
  { prop: 'realName', label: t('people.name'), minWidth: 100, always: true, sortable: true },
  {
    ...{ prop: 'qyWxUserId', label: t('people.member'), minWidth: 130, always: true },
    render: ({ qyWxUserId }) => (qyWxUserId === '' ? <span className="wx-quiet">{t('people.none')}</span> : qyWxUserId),
    text: ({ qyWxUserId }) => qyWxUserId || t('people.none'),
  },
  { prop: 'account', label: t('people.account'), minWidth: 110, sortable: true },
  { prop: 'mobile', label: t('people.mobile'), width: 130, render: ({ mobile }) => mobile || '–' },
  {
    ...{ prop: 'enabledMark', label: t('people.state'), width: 120 },
    render: ({ enabledMark }) => (
      <StatusTag
        value={enabledMark}
        table={[
          { value: 1, text: t('people.inUse'), tone: 'success' },
          { value: 0, text: t('people.outOfUse'), tone: 'neutral' },
        ]}
      />
    ),
    text: ({ enabledMark }) => t(enabledMark === 1 ? 'people.inUse' : 'people.outOfUse'),
  },
];

/** Staff and their members of the WeChat work account. */
export const Page = observer(function WorkPeoplePage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PeopleStore(ctx));
  const columns = useMemo(() => columnsOf(t), [t]);
  const { list, binding } = store;
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={list}
        columns={columns}
        emptyText={t('people.empty')}
        search={[{ kind: 'text', name: 'keyword', label: t('people.keyword') }]}
        toolbar={
          ctx.user.isAdministrator
            ? [{ key: 'match', text: t('people.match'), button: 'btn_match', confirm: t('people.matchAsk'), onClick: () => store.match(1) }]
            : []
        }
        rowActions={[
          {
            key: 'bind',
            text: t('people.bind'),
            button: 'btn_bind',
            visible: (row: WorkPersonRow) => !isBound(row),
            onClick: (row: WorkPersonRow) => store.askBinding(row),
          },
          { key: 'change', text: t('people.change'), button: 'btn_bind', visible: isBound, onClick: (row: WorkPersonRow) => store.askBinding(row) },
          {
            ...{ key: 'unbind', text: t('people.unbind'), button: 'btn_bind', danger: true, visible: isBound },
            ...{ confirm: ({ realName }: WorkPersonRow) => t('people.unbindAsk', { name: realName }), onClick: (row: WorkPersonRow) => store.unbind(row) },
          },
        ]}
      >
        <FilterChips
          label={t('people.bound')}
          chips={[
            { value: '' as const, label: t('people.all') },
            { value: 'yes' as const, label: t('people.yes') },
            { value: 'no' as const, label: t('people.no') },
          ]}
          chosen={list.filter.bound ?? ''}
          onChoose={(bound) => void list.search({ bound })}
        />
      </ListPage>
      <EditDialog
        form={binding?.form ?? null}
        title={binding ? t('people.bindTitle', { name: binding.row.realName }) : ''}
        onClose={() => store.closeBinding()}
        onSave={store.bind}
        onSaved={() => list.reload()}
      />
      <MatchDialog store={store} />
    </>
  );
});
