import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EditDialog, StatusTag, TreeListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { authorizePath } from '../authorize/authorize-path.ts';
import { MembersDrawer } from '../members/members.drawer.tsx';
import { enabledStates } from '../parts/enabled-states.ts';
import { memberObjectActions } from '../parts/member-object-actions.ts';
import { roleTypes } from './role-fields.tsx';
import { RoleStore } from './role.store.ts';

/** Roles: for every organisation, and those of each. */
export const Page = observer(function RolePage() {
  const ctx = usePlugin();
  const { t, navigate } = ctx;
  const store = useStore(() => new RoleStore(ctx));
  return (
    <>
      <TreeListPage
        title={t('role.title')}
        treeLabel={t('role.organizations')}
        tree={store.tree}
        onSelectNode={(node) => store.choose(node.id)}
        store={store.list}
        columns={[
          { prop: 'fullName', label: t('role.fullName'), minWidth: 168, fixed: 'left', sortable: true, always: true },
          { prop: 'enCode', label: t('role.enCode'), width: 116, sortable: true },
          { prop: 'type', label: t('role.type'), width: 116, render: (row) => roleTypes(t).text(row.type) || '–' },
          {
            prop: 'organizeInfo',
            label: t('role.reach'),
            minWidth: 128,
            text: (row) => (row.globalMark === 1 ? t('role.global') : row.organizeInfo),
            render: (row) => (row.globalMark === 1 ? t('role.global') : row.organizeInfo),
          },
          {
            prop: 'rank',
            label: t('role.rank'),
            width: 116,
            hiddenAtFirst: true,
            text: (row) => t(`role.ranks.${row.rank}`),
            render: (row) => t(`role.ranks.${row.rank}`),
          },
          { prop: 'memberCount', label: t('role.people'), width: 76, align: 'right' },
          { prop: 'enabledMark', label: t('role.state'), width: 110, render: (row) => <StatusTag value={row.enabledMark} table={enabledStates(t)} /> },
          { prop: 'sortCode', label: t('role.sortCode'), width: 96, align: 'right', sortable: true, hiddenAtFirst: true },
          {
            prop: 'creatorTime',
            label: t('role.creatorTime'),
            width: 150,
            sortable: true,
            hiddenAtFirst: true,
            render: (row) => <DateText value={row.creatorTime} />,
          },
          { prop: 'description', label: t('role.description'), minWidth: 160, hiddenAtFirst: true },
        ]}
        search={[
          { kind: 'text', name: 'keyword', label: t('role.find'), placeholder: t('role.keyword') },
          { kind: 'select', name: 'enabledMark', label: t('role.state'), options: enabledStates(t) },
        ]}
        toolbar={[{ key: 'add', text: t('role.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.create() }]}
        inlineActions={3}
        rowActions={memberObjectActions(t, store, (row) => navigate(authorizePath('Role', row.id)))}
        rowClass={(row) => (row.enabledMark === 0 ? 'pm-off' : undefined)}
        emptyText={t('role.none')}
      />
      <EditDialog
        form={store.editing?.form ?? null}
        title={store.editing?.record ? t('role.edit', { name: store.editing.record.fullName }) : t('role.add')}
        onSave={store.save}
        onSaved={() => store.saved()}
        onClose={() => store.closeForm()}
      />
      <MembersDrawer object={store.members} onClose={() => store.closeMembers()} onSaved={() => void store.list.reload()} />
    </>
  );
});
