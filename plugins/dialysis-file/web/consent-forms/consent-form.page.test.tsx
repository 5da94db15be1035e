import { recordRow } from '@nephra/plugin-sdk/testing';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { consentForm, consentFormContract } from '../../contract/consent/consent-form.record.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './consent-form.page.tsx';

recordScreens(consentFormContract, {
  Page,
  row: { ...recordRow(consentForm, { kind: 'dialysis', versionNo: 'SIM 2026-1', fromDay: '2026-03-02' }) },
  texts,
  typed: { versionNo: 'SIM 2026-2' },
  drafted: { kind: 'dialysis', fromDay: '2026-03-02' },
});
