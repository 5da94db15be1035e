import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Screens on walls of a dialysis unit: the waiting room, the nurse station; and calling patients. */
export default definePlugin({
  id: 'dialysis-wall',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '透析大屏', zhtw: '透析大屏', en: 'Dialysis screens' },
  description: { zh: '候诊大屏、护士站大屏、呼叫患者', zhtw: '候診大屏、護理站大屏、呼叫病患', en: 'Waiting room, nurse station, calls of patients' },
  dependsOn: ['patient', 'dialysis-file', 'dialysis-schedule', 'dialysis-session'],
  pages: [
    page('dialysis.waitingScreen', () => import('./web/waiting/waiting.page.tsx')),
    page('dialysis.nurseScreen', () => import('./web/stations/stations.page.tsx')),
    page('dialysis.call', () => import('./web/control/control.page.tsx')),
  ],
  slots: [slot('dialysis-session/station-card@1', 'call', () => import('./web/control/call-button.slot.tsx'))],
  menus,
  editableSettings: settings,
});
