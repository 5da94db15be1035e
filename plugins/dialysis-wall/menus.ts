import { inLanguages as title, type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { CALL_MENU, STATIONS_MENU, WAITING_MENU } from './contract/limits.ts';

const NURSES = ['nurse', 'treatnurse', 'headnurse'];

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: CALL_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 18,
    title: title('呼叫患者', '呼叫病患', 'Call patients'),
    roleHints: [...NURSES, 'director'],
    buttons: [{ enCode: 'btn_call', title: title('呼叫', '呼叫', 'Call'), roleHints: NURSES }],
  },
  {
    enCode: WAITING_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 19,
    title: title('候诊大屏', '候診大屏', 'Waiting room screen'),
    roleHints: ['screen', ...NURSES, 'director'],
  },
  {
    enCode: STATIONS_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 20,
    title: title('护士站大屏', '護理站大屏', 'Nurse station screen'),
    roleHints: ['screen', ...NURSES, 'doctor', 'director'],
  },
];
