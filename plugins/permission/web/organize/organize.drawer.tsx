import { SideSheet, TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DataTable, EmptyState, ErrorCard, ListSkeleton, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { OrganizeRecord } from '../../contract/index.ts';
import { enabledStates } from '../parts/enabled-states.ts';
import { AdministratorsPanel } from './administrators.panel.tsx';
import type { OpenOrganizeStore, OrganizeTab } from './open-organize.store.ts';
import { OrganizeFactList } from './organize-facts.tsx';
import '../parts/parts.css';

export interface OrganizeDrawerProps {
  readonly store: OpenOrganizeStore | null;
  readonly onEdit: (record: OrganizeRecord) => void;
  readonly onClose: () => void;
}

/** One organisation beside the list. Closing with administrators that were not saved asks first. */
export const OrganizeDrawer = observer(function OrganizeDrawer({ store, onEdit, onClose }: OrganizeDrawerProps) {
  const { t, can, confirm } = usePlugin();
  const record = store?.record;
  const close = async () => {
    if (
      store?.administrators.dirty &&
      !(await confirm({ title: t('parts.leaveTitle'), content: t('parts.leaveAsk'), okText: t('parts.leaveOk'), danger: true }))
    )
      return;
    onClose();
  };
  return (
    <SideSheet
      visible={store !== null}
      title={t('organize.detail')}
      width="min(640px, 100vw)"
      keepDOM={false}
      onCancel={() => void close()}
      footer={
        record &&
        store?.tab === 'facts' && (
          <div className="pm-foot">
            <PermissionButton button="btn_edit" theme="solid" type="primary" onClick={() => onEdit(record)}>
              {t('parts.edit')}
            </PermissionButton>
          </div>
        )
      }
    >
      {store?.state.kind === 'failed' && <ErrorCard error={store.state.error} onRetry={() => void store.load()} />}
      {store?.state.kind === 'loading' && !record && <ListSkeleton />}
      {store && record && (
        <>
          <header className="pm-sheet-head">
            <h3>{record.fullName}</h3>
            <StatusTag value={record.enabledMark} table={enabledStates(t)} />
          </header>
          <Tabs type="line" activeKey={store.tab} onChange={(tab) => store.show(tab as OrganizeTab)} keepDOM={false} lazyRender>
            <TabPane tab={t('organize.tab.facts')} itemKey="facts">
              <OrganizeFactList record={record} />
            </TabPane>
            {can('permission.department') && (
              <TabPane tab={t('organize.tab.departments')} itemKey="departments">
                <DepartmentList store={store} />
              </TabPane>
            )}
            <TabPane tab={t('organize.tab.administrators')} itemKey="administrators">
              <AdministratorsPanel store={store.administrators} />
            </TabPane>
          </Tabs>
        </>
      )}
    </SideSheet>
  );
});

const DepartmentList = observer(function DepartmentList({ store }: { readonly store: OpenOrganizeStore }) {
  const { t } = usePlugin();
  const { departmentState: state, departments } = store;
  if (state.kind === 'failed') return <ErrorCard error={state.error} onRetry={() => void store.loadDepartments()} />;
  if (state.kind !== 'ready') return <ListSkeleton />;
  if (departments.length === 0) return <EmptyState text={t('department.none')} />;
  const nameOf = new Map(departments.map((row) => [row.id, row.fullName]));
  return (
    <div className="pm-inner-table">
      <DataTable
        label={t('organize.tab.departments')}
        rows={departments}
        rowKey={(row) => row.id}
        index
        columns={[
          { prop: 'fullName', label: t('department.field.fullName'), minWidth: 140 },
          { prop: 'parent', label: t('department.field.parent'), minWidth: 110, render: (row) => nameOf.get(row.parentId) ?? '–' },
          { prop: 'manager', label: t('department.field.manager'), minWidth: 110, render: (row) => row.manager.split('/')[0] || '–' },
          { prop: 'userCount', label: t('department.field.userCount'), width: 72, align: 'right' },
        ]}
      />
    </div>
  );
});
