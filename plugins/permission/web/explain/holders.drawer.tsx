import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ListPage, type ListStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { HolderRow } from '../../contract/authority.schema.ts';
import type { AskedRight } from './explain.store.ts';
import { throughText } from './origin-text.ts';
import '../parts/parts.css';

interface HoldersDrawerProps {
  readonly asked: AskedRight;
  readonly store: ListStore<HolderRow, { keyword: string }>;
  readonly onClose: () => void;
  readonly onOpenPerson: (userId: string) => void;
}

/** Everybody who holds one right, and through what. */
export const HoldersDrawer = observer(function HoldersDrawer({ asked, store, onClose, onOpenPerson }: HoldersDrawerProps) {
  const { t } = usePlugin();
  return (
    <SideSheet visible title={t('explain.holdersOf', { name: asked.name })} width="min(860px, 100vw)" onCancel={onClose}>
      <div className="pm-inner-table">
        <ListPage
          label={t('explain.holdersOf', { name: asked.name })}
          store={store}
          columnSettings={false}
          index
          columns={[
            { prop: 'realName', label: t('members.name'), width: 120, fixed: 'left' },
            { prop: 'account', label: t('members.account'), width: 120 },
            { prop: 'organize', label: t('parts.works'), minWidth: 160 },
            { prop: 'through', label: t('explain.because'), minWidth: 280, render: (row) => row.through.map((one) => throughText(t, one)).join('; ') },
          ]}
          search={[{ kind: 'text', name: 'keyword', label: t('members.find'), placeholder: t('members.keyword') }]}
          onOpen={(row) => onOpenPerson(row.id)}
          rowActions={[{ key: 'open', text: t('parts.view'), onClick: (row) => onOpenPerson(row.id) }]}
          rowClass={(row) => (row.enabledMark === 0 ? 'pm-off' : undefined)}
          emptyText={t('explain.nobody')}
        />
      </div>
    </SideSheet>
  );
});
