import { inLanguages as text, type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { BOARD_MENU, ROTA_MENU } from './contract/limits.ts';
import { disinfection, machine, room, station } from './contract/records.ts';

const PLANS = ['headnurse', 'director', 'orgadmin'];
const LOOKS = ['doctor', 'nurse', 'treatnurse', ...PLANS, 'engineer', 'quality'];

/** Machines and where they stand: looked after seldom, by few. */
const PLACES = 'his.dialysisPlaces';

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: BOARD_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    title: text('透析排班', '透析排班', 'Dialysis board'),
    icon: 'record',
    sortCode: 15,
    roleHints: LOOKS,
    buttons: [
      { enCode: 'btn_plan', title: text('排班、调班、停透', '排班、調班、停透', 'Plan, move, leave out'), roleHints: PLANS },
      { enCode: 'btn_attendance', title: text('登记缺席', '登記缺席', 'Note absences'), roleHints: ['nurse', 'treatnurse', ...PLANS] },
      { enCode: 'btn_zone_override', title: text('跨区放行', '跨區放行', 'Let patients lie in another zone'), roleHints: ['quality'] },
    ],
    dataFields: [
      { enCode: 'orgId', type: 'Organize', title: text('所属机构', '所屬機構', 'Organisation') },
      { enCode: 'shiftId', type: 'String', title: text('透析班次', '透析班次', 'Dialysis shift') },
      { enCode: 'zone', type: 'String', title: text('机位分区（A–E、O）', '機位分區（A–E、O）', 'Zone of the station (A–E, O)') },
    ],
  },
  {
    enCode: ROTA_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    title: text('护理排班', '護理排班', 'Nurse rota'),
    icon: 'users',
    sortCode: 16,
    roleHints: LOOKS,
    buttons: [{ enCode: 'btn_edit', title: text('排护理班', '排護理班', 'Change the rota'), roleHints: PLANS }],
  },
  { enCode: PLACES, type: MenuType.Directory, parent: 'his', icon: 'tools', sortCode: 70, title: text('设备与床位', '設備與床位', 'Equipment') },
  recordMenu(machine, {
    title: text('透析机', '透析機', 'Machines'),
    parent: PLACES,
    icon: 'dialysis',
    sortCode: 71,
    roleHints: ['nurse', 'quality', ...PLANS, 'engineer'],
    buttonHints: ['engineer'],
  }),
  recordMenu(disinfection, {
    parent: PLACES,
    icon: 'list',
    sortCode: 72,
    roleHints: ['nurse', 'engineer', 'quality', ...PLANS],
    buttonHints: ['nurse', 'engineer'],
  }),
  recordMenu(station, {
    title: text('透析机位', '透析機位', 'Stations'),
    parent: PLACES,
    icon: 'list',
    sortCode: 73,
    roleHints: [...PLANS, 'engineer'],
    buttonHints: PLANS,
  }),
  recordMenu(room, {
    title: text('透析室', '透析室', 'Treatment rooms'),
    parent: PLACES,
    icon: 'organization',
    sortCode: 74,
    roleHints: [...PLANS, 'engineer'],
    buttonHints: PLANS,
  }),
];
