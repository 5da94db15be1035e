import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, DescriptionList, downloadFile, EmptyState, PermissionButton, type Status, StatusTag } from '@nephra/plugin-sdk/widgets';
import { isOldText } from '../../contract/consent/consent-texts.ts';
import type { ConsentView } from '../../contract/file.schema.ts';
import { MAX_CONSENT_FILES } from '../../contract/limits.ts';
import { askConsent, askScans, askWithdraw } from '../forms/consent.forms.ts';
import { lackWords, type Text } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

const stateTable = (t: Text): Status[] => [
  { value: 'signed', text: t('consent.signed'), tone: 'success' },
  { value: 'refused', text: t('consent.refused'), tone: 'danger' },
  { value: 'withdrawn', text: t('consent.withdrawn'), tone: 'danger' },
  { value: 'expired', text: t('consent.expired'), tone: 'warning' },
  { value: 'later', text: t('consent.later'), tone: 'neutral' },
];

/** Consents: signed, refused, withdrawn and out of date, each with its scans; above them what is needed and does not hold. */
export function ConsentsTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  return (
    <>
      {file.consentsLacking.length > 0 && (
        <Alert kind="warning" text={t('consent.lacking', { list: file.consentsLacking.map((one) => lackWords(t, one)).join(t('listMark')) })} />
      )}
      <div className="df-acts">
        <PermissionButton button="btn_consent" theme="solid" type="primary" onClick={() => store.asking.ask(askConsent(t, file))}>
          {t('consent.add')}
        </PermissionButton>
      </div>
      {file.consents.length === 0 && <EmptyState text={t('none.consent')} />}
      {file.consents.map((consent) => (
        <Consent key={consent.consentId} store={store} file={file} consent={consent} />
      ))}
    </>
  );
}

function Consent({ store, file, consent }: TabProps & { readonly consent: ConsentView }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { kind, modes, formVersion, state, signedOn, validTo, signer, withdrawnOn, withdrawnReason, refusedReason, decision, files } = consent;
  const title = [t(`consentKind.${kind}`), modes.join(t('listMark'))].filter(Boolean).join(' · ');
  const why = withdrawnOn ? `${withdrawnOn} ${withdrawnReason}` : refusedReason;
  const fetchScan = (fileId: string, fileName: string): Promise<boolean> =>
    downloadFile(ctx, (options) => store.client.consentFile({ params: { id: file.patientId, partId: consent.consentId, fileId } }, options) as never, {
      fileName,
    });
  return (
    <section className="df-card" aria-label={`${title} ${signedOn}`}>
      <header className="df-card-head">
        <strong>{title}</strong>
        <StatusTag value={state} table={stateTable(t)} />
        {formVersion !== '' && <small>{t('consent.ofVersion', { version: formVersion })}</small>}
        {state === 'signed' && isOldText(file.consentForms, consent, file.today) && <small className="df-old">{t('consent.oldText')}</small>}
      </header>
      <DescriptionList
        columns={3}
        items={[
          { label: t('consent.signedOn'), value: validTo === null ? signedOn : `${signedOn} ${t('consent.until', { day: validTo })}` },
          { label: t('consent.signer'), value: signer },
          {
            label: t('by'),
            value: (
              <>
                {consent.byName} <DateText value={consent.at} />
              </>
            ),
          },
          ...(why === '' ? [] : [{ label: t('consent.why'), value: why, span: 3 }]),
        ]}
      />
      {files.length > 0 && (
        <ul className="df-files" aria-label={t('consent.files')}>
          {files.map(({ fileId, name }) => (
            <li key={fileId}>
              <Button theme="light" size="small" onClick={() => void fetchScan(fileId, name)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="df-acts">
        {files.length < MAX_CONSENT_FILES && (
          <PermissionButton button="btn_consent" onClick={() => store.asking.ask(askScans(t, file, consent))}>
            {t('consent.attach')}
          </PermissionButton>
        )}
        {withdrawnOn === null && decision === 'signed' && (
          <PermissionButton button="btn_consent" type="danger" onClick={() => store.asking.ask(askWithdraw(t, file, consent))}>
            {t('consent.withdraw')}
          </PermissionButton>
        )}
      </div>
    </section>
  );
}
