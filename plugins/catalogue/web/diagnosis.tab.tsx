import { recordTab } from '@nephra/plugin-sdk/widgets';
import { diagnosisContract } from '../contract/diagnosis.contract.ts';

/** Diagnoses that prescriptions and patient files choose from. One list for all facilities: whoever answers for all of them keeps it, others read. */
export const DiagnosisTab = recordTab(diagnosisContract, {
  columns: { code: { width: 170 }, name: { minWidth: 280 } },
  ask: { disable: ({ name }, { t }) => t('diagnosis.disableAsk', { name }) },
  none: ({ t }) => t('diagnosis.none'),
  importNote: ({ t }) => t('diagnosis.importNote'),
});
