import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, DateText, EmptyState, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { ConsentView } from '../../contract/file.schema.ts';
import { askConsent, askWithdraw } from '../forms/clinical.forms.ts';
import type { TabProps } from './file.drawer.tsx';

/** Consents, signed and withdrawn. */
export function ConsentsTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  const states = [
    { value: 'signed', text: t('consent.signed'), tone: 'success' as const },
    { value: 'withdrawn', text: t('consent.withdrawn'), tone: 'danger' as const },
  ];
  const columns: Column<ConsentView>[] = [
    {
      prop: 'kind',
      label: t('consent.kind'),
      minWidth: 150,
      render: ({ kind, modes }) => [t(`consentKind.${kind}`), modes.join(t('listMark'))].filter(Boolean).join(' · '),
    },
    {
      prop: 'state',
      label: t('list.state'),
      width: 100,
      render: ({ withdrawnOn }) => <StatusTag value={withdrawnOn ? 'withdrawn' : 'signed'} table={states} />,
    },
    { prop: 'signedOn', label: t('consent.signedOn'), width: 116 },
    { prop: 'signer', label: t('consent.signer'), width: 110 },
    {
      prop: 'withdrawnOn',
      label: t('consent.withdrawnOn'),
      minWidth: 150,
      render: ({ withdrawnOn, withdrawnReason }) => (withdrawnOn ? `${withdrawnOn} ${withdrawnReason}` : '–'),
    },
    { prop: 'byName', label: t('by'), width: 96 },
    { prop: 'at', label: t('at'), width: 150, render: ({ at }) => <DateText value={at} /> },
  ];
  return (
    <>
      <div className="df-acts">
        <PermissionButton button="btn_consent" theme="solid" type="primary" onClick={() => store.ask(askConsent(t, file))}>
          {t('consent.add')}
        </PermissionButton>
      </div>
      {file.consents.length === 0 ? (
        <EmptyState text={t('none.consent')} />
      ) : (
        <DataTable
          label={t('tab.consents')}
          rows={file.consents}
          columns={columns}
          rowKey={({ consentId }) => consentId}
          rowActions={[
            {
              key: 'withdraw',
              text: t('consent.withdraw'),
              button: 'btn_consent',
              danger: true,
              visible: ({ withdrawnOn }) => withdrawnOn === null,
              onClick: (row) => store.ask(askWithdraw(t, file, row)),
            },
          ]}
        />
      )}
    </>
  );
}
