import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Dialysis files: patterns, prescriptions, dry weights, accesses, infection markers and zones. */
export default definePlugin({
  id: 'dialysis-file',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('透析档案', '透析檔案', 'Dialysis files'),
  description: text(
    '排班规律、透析处方、干体重、血管通路、感染标志物与分区',
    '排班規律、透析處方、乾體重、血管通路、感染標誌物與分區',
    'Patterns, prescriptions, dry weights, accesses, infection markers and zones',
  ),
  dependsOn: ['patient', 'catalogue'],
  editableSettings: settings,
  pages: [
    page('his.dialysisFile', () => import('./web/list/file-list.page.tsx'), { list: '/api/his/dialysis-file' }),
    page('his.dialysisConsentForm', () => import('./web/consent-forms/consent-form.page.tsx')),
  ],
  slots: [slot('patient/records@1', 'dialysis', () => import('./web/records/dialysis-records.slot.tsx'))],
  menus,
});
