import { IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, EditDialog, StatusTag, TreeListPage, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { PositionRow } from '../../contract/index.ts';
import { authorizePath } from '../authorize/authorize-path.ts';
import { MembersDrawer } from '../members/members.drawer.tsx';
import { enabledStates } from '../parts/enabled-states.ts';
import { recordActions } from '../parts/record-actions.ts';
import { positionTypes } from './position-fields.ts';
import { PositionStore } from './position.store.ts';
import '../parts/parts.css';

/** Where it belongs, the nearest first: names of groups are long and the same in every row. */
const placeOf = ({ department, organizeId, companyId }: PositionRow): string =>
  department
    .split('/')
    .slice(organizeId === companyId ? -1 : -2)
    .reverse()
    .join(' · ');

/** Positions: organisations and departments left, the positions of the chosen one and of all below it right. */
export const Page = observer(function PositionPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new PositionStore(ctx));
  return (
    <>
      <TreeListPage
        title={t('position.title')}
        treeLabel={t('position.places')}
        tree={store.places}
        onSelectNode={(node) => void store.list.within({ organizeId: node.id })}
        store={store.list}
        rowClass={(row) => (row.enabledMark === 0 ? 'pm-off' : undefined)}
        columns={[
          { prop: 'fullName', label: t('position.field.fullName'), minWidth: 120, sortable: true, always: true },
          { prop: 'enCode', label: t('position.field.enCode'), width: 100, sortable: true },
          { prop: 'type', label: t('position.field.type'), width: 110, render: (row) => positionTypes(ctx.language).text(row.type) || '–' },
          {
            prop: 'department',
            label: t('position.field.place'),
            minWidth: 200,
            text: (row) => row.department,
            render: (row) => placeOf(row),
          },
          { prop: 'userCount', label: t('position.field.userCount'), width: 80, align: 'right' },
          { prop: 'enabledMark', label: t('position.field.state'), width: 96, render: (row) => <StatusTag value={row.enabledMark} table={enabledStates(t)} /> },
          { prop: 'sortCode', label: t('position.field.sortCode'), width: 84, align: 'right', sortable: true, hiddenAtFirst: true },
          {
            prop: 'creatorTime',
            label: t('position.field.creatorTime'),
            width: 150,
            sortable: true,
            hiddenAtFirst: true,
            render: (row) => <DateText value={row.creatorTime} />,
          },
        ]}
        search={[{ kind: 'text', name: 'keyword', label: t('role.find'), placeholder: t('position.find') }]}
        emptyText={t('position.none')}
        toolbar={[{ key: 'add', text: t('position.add'), button: 'btn_add', primary: true, icon: <IconPlus />, onClick: () => store.create() }]}
        rowActions={[
          { key: 'edit', text: t('parts.edit'), button: 'btn_edit', onClick: (row) => store.edit(row) },
          { key: 'members', text: t('position.members'), button: 'btn_member', onClick: (row) => store.openMembers(row) },
          { key: 'authorize', text: t('position.authorize'), button: 'btn_authorize', onClick: (row) => ctx.navigate(authorizePath('Position', row.id)) },
          ...recordActions<PositionRow>(t, {
            turn: (row) => store.turn(row),
            remove: (row) => store.remove(row),
            disableAsk: (row) => t('position.disableAsk', { name: row.fullName, count: row.userCount }),
          }),
        ]}
        onOpen={(row) => void store.edit(row)}
      />
      <EditDialog
        form={store.editing?.form ?? null}
        title={store.editing?.record ? t('position.edit', { name: store.editing.record.fullName }) : t('position.add')}
        onSave={store.save}
        onSaved={() => store.list.reload()}
        onClose={() => store.closeForm()}
      />
      <MembersDrawer object={store.members} onClose={() => store.closeMembers()} onSaved={() => void store.list.reload()} />
    </>
  );
});
