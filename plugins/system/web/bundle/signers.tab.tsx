import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, DateText, EmptyState } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { BundleSigner, bundleContract } from '../../contract/bundle/bundle.contract.ts';
import type { BundleStore } from './bundle.store.ts';
import { Fingerprint } from './fingerprint.tsx';

interface TabProps {
  readonly store: BundleStore;
  readonly info: ReplyOf<typeof bundleContract.routes.parts>;
}

/** Sites whose bundles are taken. */
export const SignersTab = observer(function SignersTab({ store, info }: TabProps) {
  const { t } = usePlugin();
  const columns = useMemo<readonly Column<BundleSigner>[]>(
    () => [
      { prop: 'siteName', label: t('bundle.signer'), minWidth: 130, always: true },
      { prop: 'confirmedBy', label: t('bundle.confirmedBy'), minWidth: 100 },
      { prop: 'confirmedAt', label: t('bundle.confirmedAt'), width: 150, render: ({ confirmedAt }) => <DateText value={confirmedAt} variant="dateTime" /> },
      {
        prop: 'fingerprint',
        label: t('bundle.fingerprint'),
        minWidth: 320,
        render: ({ fingerprint }) => <Fingerprint value={fingerprint} />,
        text: ({ fingerprint }) => fingerprint,
      },
    ],
    [t],
  );
  return (
    <div className="sys-bundle">
      <DataTable
        label={t('bundle.signers')}
        rows={info.signers}
        columns={columns}
        rowKey={({ fingerprint }) => fingerprint}
        empty={<EmptyState text={t('bundle.noSigners')} />}
        rowActions={[
          {
            key: 'forget',
            text: t('bundle.forget'),
            danger: true,
            confirm: ({ siteName }) => t('bundle.forgetAsk', { site: siteName }),
            onClick: (signer) => store.forget(signer),
          },
        ]}
      />
    </div>
  );
});
