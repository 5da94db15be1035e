import { dayOf, parseDay, type UploadedFile } from '@nephra/plugin-sdk/contract';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import { textsOn } from '../../contract/consent/consent-texts.ts';
import type { ConsentView, WholeFile } from '../../contract/file.schema.ts';
import { MAX_CONSENT_FILES, MAX_FORM_VERSION, MAX_NAME, MAX_REASON } from '../../contract/limits.ts';
import type { DialysisMode } from '../../contract/modes.ts';
import { CONSENT_DECISIONS, CONSENT_KINDS, type ConsentKind } from '../../contract/parts.schema.ts';
import type { Asked } from '../asked.ts';
import { choicesOf, modeChoices, type Text } from '../words.ts';

const day = (at: number | null): string => (at === null ? '' : dayOf(at));
const ACCEPTED = '.jpg,.jpeg,.png,.webp,.pdf';

interface WithFiles {
  files: readonly UploadedFile[];
}
interface ConsentForm extends WithFiles {
  kind: ConsentKind;
  decision: (typeof CONSENT_DECISIONS)[number];
  modes: readonly DialysisMode[];
  signedOn: number | null;
  signer: string;
  reason: string;
  formVersion: string;
  validTo: number | null;
}

/** What is given today; where nobody lists texts, what the patient signed last. */
const newestText = ({ consentForms, consents, today }: WholeFile): string =>
  consentForms.length > 0
    ? (textsOn(consentForms, 'dialysis', today)[0]?.versionNo ?? '')
    : (consents.find(({ formVersion }) => formVersion !== '')?.formVersion ?? '');
const uploadsOf = (files: readonly UploadedFile[]) => files.map(({ name, fileId }) => ({ name, fileId }));
/** A scan, a photo or a PDF; on a tablet the camera opens. */
const filesItem = <V extends WithFiles>(t: Text, held = 0): FormItem<V> =>
  ({
    ...{ kind: 'files', name: 'files', label: t('consent.files'), help: t('consent.filesHelp', { max: MAX_CONSENT_FILES }), span: 2 },
    ...{ max: MAX_CONSENT_FILES - held, accept: ACCEPTED },
  }) as unknown as FormItem<V>;

const givenTo = ({ consentForms }: WholeFile, { kind, signedOn }: Pick<ConsentForm, 'kind' | 'signedOn'>) => textsOn(consentForms, kind, day(signedOn));
/** The text that was signed: one of those that were given on that day; in words where nobody lists any. */
const versionItem = (t: Text, file: WholeFile): FormItem<ConsentForm> =>
  file.consentForms.length === 0
    ? { kind: 'text', name: 'formVersion', label: t('consent.formVersion'), maxLength: MAX_FORM_VERSION, placeholder: '2026-1' }
    : {
        ...{ kind: 'select', name: 'formVersion', label: t('consent.formVersion'), visible: (values) => givenTo(file, values).length > 0 },
        options: (values) => givenTo(file, values).map(({ versionNo }) => ({ value: versionNo, text: versionNo })),
      };
/** What was chosen for another kind or day does not go along. */
function versionOf(file: WholeFile, values: ConsentForm): string {
  if (file.consentForms.length === 0) return values.formVersion;
  return givenTo(file, values).some(({ versionNo }) => versionNo === values.formVersion) ? values.formVersion : '';
}

export const askConsent = (t: Text, file: WholeFile): Asked<ConsentForm> => ({
  title: t('consent.add'),
  initial: {
    ...{ kind: 'dialysis', decision: 'signed', modes: ['HD', 'HDF'], signedOn: parseDay(file.today), signer: file.patientName },
    ...{ reason: '', formVersion: newestText(file), validTo: null, files: [] },
  },
  fields: () => [
    { kind: 'select', name: 'kind', label: t('consent.kind'), required: true, options: choicesOf(t, 'consentKind', CONSENT_KINDS) },
    { kind: 'radio', name: 'decision', label: t('consent.decision'), required: true, options: choicesOf(t, 'consentDecision', CONSENT_DECISIONS) },
    {
      kind: 'multiSelect',
      name: 'modes',
      label: t('consent.modes'),
      visible: ({ kind, decision }) => kind === 'dialysis' && decision === 'signed',
      required: true,
      span: 2,
      options: modeChoices(t),
    },
    { kind: 'date', name: 'signedOn', label: t('consent.signedOn'), required: true, max: 'today' },
    { kind: 'text', name: 'signer', label: t('consent.signer'), required: true, maxLength: MAX_NAME, help: t('consent.signerHelp') },
    { kind: 'date', name: 'validTo', label: t('consent.validTo'), visible: ({ decision }) => decision === 'signed', help: t('consent.validToHelp') },
    versionItem(t, file),
    {
      ...{ kind: 'textarea', name: 'reason', label: t('consent.refusedReason'), required: true, maxLength: MAX_REASON, span: 2, rows: 2 },
      visible: ({ decision }) => decision === 'refused',
    },
    filesItem<ConsentForm>(t),
  ],
  save: (client, values, options) => {
    const { kind, decision, modes, signedOn, signer, reason, validTo, files } = values;
    return client.consent(
      {
        params: { id: file.patientId },
        body: {
          ...{
            kind,
            decision,
            modes: kind === 'dialysis' && decision === 'signed' ? [...modes] : [],
            signedOn: day(signedOn),
            signer,
            formVersion: versionOf(file, values),
          },
          ...(decision === 'refused' && { reason }),
          ...(validTo !== null && { validTo: dayOf(validTo) }),
          files: uploadsOf(files),
        },
      },
      options,
    );
  },
});

export const askScans = (t: Text, file: WholeFile, consent: ConsentView): Asked<WithFiles> => ({
  title: t('consent.attach'),
  columns: 1,
  width: 520,
  initial: { files: [] },
  fields: () => [{ ...filesItem<WithFiles>(t, consent.files.length), required: true } as FormItem<WithFiles>],
  save: (client, { files }, options) =>
    client.attachConsent({ params: { id: file.patientId, partId: consent.consentId }, body: { files: uploadsOf(files), version: consent.version } }, options),
});

interface DayReason {
  on: number | null;
  reason: string;
}

export const askWithdraw = (t: Text, file: WholeFile, consent: ConsentView): Asked<DayReason> => ({
  title: t('consent.withdraw'),
  columns: 1,
  width: 480,
  initial: { on: parseDay(file.today), reason: '' },
  fields: () => [
    { kind: 'date', name: 'on', label: t('consent.withdrawnOn'), required: true, max: 'today' },
    { kind: 'textarea', name: 'reason', label: t('reason'), required: true, maxLength: MAX_REASON, rows: 3 },
  ],
  save: (client, { on, reason }, options) =>
    client.withdrawConsent({ params: { id: file.patientId, partId: consent.consentId }, body: { on: day(on), reason, version: consent.version } }, options),
});
