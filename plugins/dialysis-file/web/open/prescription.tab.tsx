import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, DescriptionList, EmptyState, PermissionButton, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { PrescriptionView } from '../../contract/file.schema.ts';
import { unusualFields } from '../../domain/prescription-check.ts';
import { askPrescription } from '../forms/prescription.form.ts';
import { printPrescription } from '../prescription/print-prescription.ts';
import { rxFacts } from '../prescription/rx-facts.ts';
import { stateTable } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

function Facts({ rx }: { readonly rx: PrescriptionView }) {
  const { t } = usePlugin();
  return <DescriptionList columns={3} items={rxFacts(t, rx)} />;
}

/** The proposal that waits, the prescription in force, and those before it. */
export function PrescriptionTab({ store, file }: TabProps) {
  const ctx = usePlugin();
  const { t, confirm } = ctx;
  const draft = file.prescriptions.find(({ state }) => state === 'draft');
  const signed = file.prescriptions.find(({ state }) => state === 'signed');
  const older = file.prescriptions.filter(({ state }) => state === 'replaced');
  const hint = (fields: readonly string[]) =>
    fields.length === 0 ? null : <Alert kind="warning" text={t('rx.unusual', { fields: fields.map((field) => t(`rx.${field}`)).join(t('listMark')) })} />;
  const propose = () => store.asking.ask(askPrescription(t, file, store.source.choices, hint));
  const sign = async (rx: PrescriptionView) => {
    const content = t(signed ? 'rx.signReplaces' : 'rx.signAsk', { no: rx.versionNo, old: signed?.versionNo ?? '' });
    if (await confirm({ title: t('rx.sign'), content, okText: t('rx.sign') })) await store.sign(rx);
  };
  const drop = async (rx: PrescriptionView) => {
    if (await confirm({ title: t('rx.drop'), content: t('rx.dropAsk', { no: rx.versionNo }), okText: t('rx.drop'), danger: true })) await store.dropDraft(rx);
  };
  const title = (rx: PrescriptionView) => (
    <header className="df-card-head">
      <strong>{t('rx.no', { no: rx.versionNo })}</strong>
      <StatusTag value={rx.state} table={stateTable(t)} />
      <small>
        {rx.signedAt === null ? t('rx.proposedBy', { name: rx.proposedByName }) : t('rx.signedBy', { name: rx.signedByName })}{' '}
        <DateText value={rx.signedAt ?? rx.proposedAt} />
      </small>
    </header>
  );
  return (
    <>
      <div className="df-acts">
        {!file.outcome && (
          <PermissionButton button="btn_propose" theme="solid" type="primary" onClick={propose}>
            {t(draft ? 'rx.changeDraft' : 'rx.propose')}
          </PermissionButton>
        )}
      </div>
      {file.prescriptions.length === 0 && <EmptyState text={t('none.mode')} />}
      {draft && (
        <section className="df-card df-card-open">
          {title(draft)}
          {hint(unusualFields(draft))}
          <Facts rx={draft} />
          <div className="df-acts">
            <PermissionButton button="btn_sign" theme="solid" type="primary" onClick={() => sign(draft)}>
              {t('rx.sign')}
            </PermissionButton>
            <PermissionButton button="btn_propose" danger theme="borderless" onClick={() => drop(draft)}>
              {t('rx.drop')}
            </PermissionButton>
          </div>
        </section>
      )}
      {signed && (
        <section className="df-card">
          {title(signed)}
          <Facts rx={signed} />
          <div className="df-acts">
            <Button onClick={() => printPrescription(ctx, file, signed)}>{t('rx.print')}</Button>
          </div>
        </section>
      )}
      {older.map((rx) => (
        <details key={rx.prescriptionId} className="df-card">
          <summary>
            {t('rx.no', { no: rx.versionNo })} · {rx.mode} · {t('rx.replacedOn')} <DateText value={rx.replacedAt} variant="date" />
          </summary>
          <Facts rx={rx} />
        </details>
      ))}
    </>
  );
}
