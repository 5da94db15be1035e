import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** The doctor's round: problems of the day, round notes, signatures, and a patient through time. */
export default definePlugin({
  id: 'dialysis-round',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '透析查房', zhtw: '透析查房', en: 'Dialysis rounds' },
  description: {
    zh: '医生工作台、查房记录、批量签署与患者时间轴',
    zhtw: '醫師工作台、查房紀錄、批次簽署與病患時間軸',
    en: 'Doctor’s worklist, round notes, signing in batch and the patient timeline',
  },
  dependsOn: ['patient', 'dialysis-file', 'dialysis-schedule', 'dialysis-session'],
  editableSettings: settings,
  pages: [
    page('dialysis.round', () => import('./web/worklist/worklist.page.tsx')),
    page('dialysis.timeline', () => import('./web/timeline/timeline.page.tsx')),
  ],
  slots: [
    slot('patient/records@1', 'dialysis-timeline', () => import('./web/records/timeline-records.slot.tsx')),
    slot('dialysis-session/bedside@1', 'dialysis-timeline', () => import('./web/bedside/timeline-link.slot.tsx')),
  ],
  menus,
});
