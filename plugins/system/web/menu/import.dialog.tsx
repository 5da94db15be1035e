import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, StatusTag, useRunOnce } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MenuImportRow } from '../../contract/menu/menu.contract.ts';
import type { MenuStore } from './menu.store.ts';

const TONES = { create: 'success', edit: 'info', same: 'neutral', skip: 'neutral', refuse: 'danger' } as const;

/** What a file would change, before anything is written. */
export const ImportDialog = observer(function ImportDialog({ store }: { readonly store: MenuStore }) {
  const { t } = usePlugin();
  const { busy, run } = useRunOnce();
  const rows = store.incoming?.rows ?? [];
  const refused = rows.some(({ act }) => act === 'refuse');
  const isIdle = rows.every(({ act }) => act === 'same' || act === 'skip');
  const acts = (['create', 'edit', 'same', 'skip', 'refuse'] as const).map((value) => ({ value, text: t(`menu.acts.${value}`), tone: TONES[value] }));
  const columns: readonly Column<MenuImportRow>[] = [
    { prop: 'fullName', label: t('menu.name'), minWidth: 140 },
    { prop: 'enCode', label: t('menu.enCode'), minWidth: 150 },
    { prop: 'act', label: t('menu.act'), width: 110, render: ({ act }) => <StatusTag value={act} table={acts} /> },
    { prop: 'reason', label: t('menu.reason'), minWidth: 200 },
  ];
  return (
    <Modal
      visible={store.incoming !== null}
      title={t('menu.importTitle')}
      width="min(860px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      onCancel={() => store.closeImport()}
      footer={
        <>
          <Button onClick={() => store.closeImport()} disabled={busy}>
            {t('menu.cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={busy} disabled={refused || isIdle} onClick={() => void run(() => store.takeImport())}>
            {t('dictionary.import')}
          </Button>
        </>
      }
    >
      <p>{t(refused ? 'menu.importRefused' : isIdle ? 'menu.importSame' : 'menu.importAsk')}</p>
      <div className="sys-menu-import">
        <DataTable label={t('menu.importTitle')} rows={rows} columns={columns} rowKey={({ enCode }) => enCode} />
      </div>
    </Modal>
  );
});
