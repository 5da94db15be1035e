import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { BundlePartInfo, bundleContract } from '../../contract/bundle/bundle.contract.ts';
import type { BundleStore } from './bundle.store.ts';
import { Fingerprint } from './fingerprint.tsx';

interface TabProps {
  readonly store: BundleStore;
  readonly info: ReplyOf<typeof bundleContract.routes.parts>;
}

/** What goes along, and what stays here. */
export const ExportTab = observer(function ExportTab({ store, info }: TabProps) {
  const { t } = usePlugin();
  const columns = useMemo<readonly Column<BundlePartInfo>[]>(
    () => [
      { prop: 'title', label: t('bundle.part'), minWidth: 160, always: true },
      { prop: 'rows', label: t('bundle.rows'), width: 72, align: 'right' },
      { prop: 'left', label: t('bundle.stays'), minWidth: 96, text: ({ left }) => left.map(({ name }) => name).join(t('bundle.comma')) },
    ],
    [t],
  );
  const { wanted } = store;
  const isWanted = ({ id }: BundlePartInfo): boolean => wanted.some((one) => one.id === id);
  const n = wanted.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <div className="sys-bundle">
      <p className="sys-quiet">{t('bundle.exportHint')}</p>
      <DataTable
        label={t('bundle.exportTitle')}
        rows={info.list}
        columns={columns}
        rowKey={({ id }) => id}
        selection="multiple"
        isSelected={isWanted}
        onSelect={(rows, on) =>
          store.want(
            rows.map(({ id }) => id),
            on,
          )
        }
      />
      <div className="sys-bundle-foot">
        <span className="sys-quiet">{t('bundle.chosenRows', { parts: wanted.length, n })}</span>
        <PermissionButton theme="solid" type="primary" disabled={n === 0} onClick={store.exportWanted}>
          {t('bundle.export')}
        </PermissionButton>
      </div>
      <section className="sys-bundle-card" aria-label={t('bundle.thisSite')}>
        <h2>{t('bundle.thisSite')}</h2>
        <Fingerprint value={info.fingerprint} />
        <p className="sys-quiet">{t('bundle.thisSiteHint')}</p>
      </section>
    </div>
  );
});
