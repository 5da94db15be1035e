import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Where and when patients are treated: rooms, stations, machines, the board of a day, closed days, and who works when. */
export default definePlugin({
  id: 'dialysis-schedule',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '透析排班', zhtw: '透析排班', en: 'Dialysis schedule' },
  description: { zh: '机位、机器、患者与护理排班', zhtw: '機位、機器、病患與護理排班', en: 'Stations, machines, places of patients, rota' },
  // Names of those at work come from `permission`.
  dependsOn: ['patient', 'dialysis-file', 'permission'],
  pages: [
    page('his.dialysisSchedule', () => import('./web/page/board.page.tsx')),
    page('his.dialysisRota', () => import('./web/rota/rota.page.tsx')),
    page('his.dialysisMachine', () => import('./web/records/machine.page.tsx')),
    page('his.dialysisDisinfection', () => import('./web/records/disinfection.page.tsx')),
    page('his.dialysisStation', () => import('./web/records/station.page.tsx')),
    page('his.dialysisRoom', () => import('./web/records/room.page.tsx')),
  ],
  menus,
  editableSettings: settings,
});
