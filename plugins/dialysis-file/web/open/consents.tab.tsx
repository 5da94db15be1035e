import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, DataTable, DateText, downloadFile, EmptyState, PermissionButton, type Status, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { ConsentView } from '../../contract/file.schema.ts';
import { MAX_CONSENT_FILES } from '../../contract/limits.ts';
import { askConsent, askScans, askWithdraw } from '../forms/consent.forms.ts';
import { lackWords } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

/** Consents: signed, refused, withdrawn and out of date, each with its scans; above them what is needed and does not hold. */
export function ConsentsTab({ store, file }: TabProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const states: Status[] = [
    { value: 'signed', text: t('consent.signed'), tone: 'success' },
    { value: 'refused', text: t('consent.refused'), tone: 'danger' },
    { value: 'withdrawn', text: t('consent.withdrawn'), tone: 'danger' },
    { value: 'expired', text: t('consent.expired'), tone: 'warning' },
    { value: 'later', text: t('consent.later'), tone: 'neutral' },
  ];
  const fetchScan = (consent: ConsentView, fileId: string, fileName: string): Promise<boolean> =>
    downloadFile(ctx, (options) => store.client.consentFile({ params: { id: file.patientId, partId: consent.consentId, fileId } }, options) as never, {
      fileName,
    });
  const columns: Column<ConsentView>[] = [
    {
      prop: 'kind',
      label: t('consent.kind'),
      minWidth: 200,
      render: ({ kind, modes, formVersion }) => (
        <span className="df-who">
          {[t(`consentKind.${kind}`), modes.join(t('listMark'))].filter(Boolean).join(' · ')}
          {formVersion !== '' && <small>{t('consent.ofVersion', { version: formVersion })}</small>}
        </span>
      ),
    },
    { prop: 'state', label: t('list.state'), width: 100, render: ({ state }) => <StatusTag value={state} table={states} /> },
    {
      prop: 'signedOn',
      label: t('consent.signedOn'),
      width: 128,
      render: ({ signedOn, validTo }) => (
        <span className="df-who">
          {signedOn}
          {validTo !== null && <small>{t('consent.until', { day: validTo })}</small>}
        </span>
      ),
    },
    { prop: 'signer', label: t('consent.signer'), width: 110 },
    {
      prop: 'withdrawnOn',
      label: t('consent.why'),
      minWidth: 150,
      render: ({ withdrawnOn, withdrawnReason, refusedReason }) => (withdrawnOn ? `${withdrawnOn} ${withdrawnReason}` : refusedReason || '–'),
    },
    {
      prop: 'files',
      label: t('consent.files'),
      minWidth: 150,
      render: (consent) =>
        consent.files.length === 0 ? (
          t('consent.noFiles')
        ) : (
          <span className="df-files">
            {consent.files.map(({ fileId, name }) => (
              <Button key={fileId} theme="borderless" size="small" onClick={() => void fetchScan(consent, fileId, name)}>
                {name}
              </Button>
            ))}
          </span>
        ),
    },
    { prop: 'byName', label: t('by'), width: 96 },
    { prop: 'at', label: t('at'), width: 150, render: ({ at }) => <DateText value={at} /> },
  ];
  return (
    <>
      {file.consentsLacking.length > 0 && (
        <Alert kind="warning" text={t('consent.lacking', { list: file.consentsLacking.map((one) => lackWords(t, one)).join(t('listMark')) })} />
      )}
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
              key: 'attach',
              text: t('consent.attach'),
              button: 'btn_consent',
              visible: ({ files }) => files.length < MAX_CONSENT_FILES,
              onClick: (row) => store.ask(askScans(t, file, row)),
            },
            {
              key: 'withdraw',
              text: t('consent.withdraw'),
              button: 'btn_consent',
              danger: true,
              visible: ({ withdrawnOn, decision }) => withdrawnOn === null && decision === 'signed',
              onClick: (row) => store.ask(askWithdraw(t, file, row)),
            },
          ]}
        />
      )}
    </>
  );
}
