import { usePlugin } from '@nephra/plugin-sdk/web';
import { ImportPreview } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MenuStore } from './menu.store.ts';

const NOTES = { refused: 'menu.importRefused', same: 'menu.importSame', ask: 'menu.importAsk' } as const;

/** What a file would change, before anything is written. */
export const ImportDialog = observer(function ImportDialog({ store }: { readonly store: MenuStore }) {
  const { t } = usePlugin();
  return (
    <ImportPreview
      rows={store.incoming?.rows ?? null}
      title={t('menu.importTitle')}
      columns={[
        { prop: 'fullName', label: t('menu.name'), minWidth: 140 },
        { prop: 'enCode', label: t('menu.enCode'), minWidth: 150 },
      ]}
      rowKey={({ enCode }) => enCode}
      note={(state) => <p>{t(NOTES[state])}</p>}
      onTake={() => store.takeImport()}
      onClose={() => store.closeImport()}
    />
  );
});
