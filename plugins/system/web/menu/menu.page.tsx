import { Button, IconEyeOpened, IconPlus } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EditDialog, EmptyState, ExportButton, FileImport, PageFrame, PermissionButton, SplitPane, TreeList, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MenuDetail } from './menu-detail.tsx';
import { MenuName } from './menu-name.tsx';
import { MenuStore } from './menu.store.ts';
import { RolePreview } from './role-preview.tsx';
import { systemOnly } from '../system-only.tsx';
import '../dictionary.css';
import './menu.css';

/** All menus of the installation: the tree left, one entry right. */
const MenuPage = observer(function MenuPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MenuStore(ctx));
  const { chosen, editing } = store;
  return (
    <PageFrame title={menu.fullName}>
      <SplitPane
        leftWidth={320}
        leftLabel={t('menu.tree')}
        rightLabel={chosen?.fullName ?? t('menu.tree')}
        detailOpen={store.detailOpen}
        onBack={() => store.closeDetail()}
        left={<Menus store={store} />}
        right={chosen ? <MenuDetail store={store} one={chosen} /> : <EmptyState text={t('menu.choose')} />}
      />
      <EditDialog
        form={editing?.form ?? null}
        title={editing?.one ? t('menu.editOne', { name: editing.one.fullName }) : t('menu.add')}
        width={900}
        columns={3}
        onSave={store.save}
        onSaved={(id) => store.show(id)}
        onClose={() => store.closeForm()}
      />
      <RolePreview store={store} />
    </PageFrame>
  );
});
export const Page = systemOnly(MenuPage);

const Menus = observer(function Menus({ store }: { readonly store: MenuStore }) {
  const { t } = usePlugin();
  return (
    <div className="sys-side">
      <div className="sys-bar" role="toolbar" aria-label={t('menu.tree')}>
        <PermissionButton button="btn_add" theme="solid" type="primary" icon={<IconPlus />} onClick={() => store.create(null)}>
          {t('menu.add')}
        </PermissionButton>
        <Button icon={<IconEyeOpened />} onClick={() => store.setPreview(true)}>
          {t('menu.preview')}
        </Button>
        <FileImport
          button="btn_upload"
          accept=".json"
          label={t('menu.importHint')}
          store={store.incoming}
          title={t('menu.importTitle')}
          columns={[
            { prop: 'fullName', label: t('menu.name'), minWidth: 140 },
            { prop: 'enCode', label: t('menu.enCode'), minWidth: 150 },
          ]}
          rowKey={({ enCode }) => enCode}
          notes={() => ({ refused: t('menu.importRefused'), same: t('menu.importSame'), ask: t('menu.importAsk') })}
        />
        <ExportButton button="btn_download" call={(options) => store.exportCall(options)} />
      </div>
      <TreeList
        label={t('menu.tree')}
        store={store.tree}
        filterHint={t('menu.find')}
        isDimmed={({ active, enabledMark, hidden }) => active === 0 || enabledMark === 0 || hidden === 1}
        onSelect={(node) => void store.choose(node.id).catch(() => undefined)}
        render={(node) => <MenuName node={node} />}
      />
    </div>
  );
});
