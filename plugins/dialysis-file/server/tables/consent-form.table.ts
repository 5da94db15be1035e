import { column, defineTable, fieldColumns, kept } from '@nephra/plugin-sdk/server';
import { consentForm } from '../../contract/consent/consent-form.record.ts';

/** Texts of consents, by version. */
export const consentFormTable = defineTable(
  'dialysis_file.consent_form',
  { id: column.id(), orgId: column.org(), ...fieldColumns(consentForm), searchGrams: column.grams('versionNo', 'description'), ...kept },
  {
    unique: { consent_form_once_idx: ['orgId', 'kind', 'versionNo'] },
    taken: { versionNo: ['consent-form-taken', 'version'] },
    errorPrefix: 'consent-form',
    rowName: 'versionNo',
  },
);
