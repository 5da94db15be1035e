import { inLanguages as title, type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { ROUND_MENU, TIMELINE_MENU } from './contract/limits.ts';

const NURSES = ['nurse', 'headnurse', 'treatnurse'];
const DOCTORS = ['doctor', 'director'];

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: ROUND_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 10,
    title: title('医生工作台', '醫師工作台', 'Doctor’s worklist'),
    roleHints: [...DOCTORS, ...NURSES],
    buttons: [
      { enCode: 'btn_note', title: title('书写查房记录', '書寫查房紀錄', 'Write round notes'), roleHints: DOCTORS },
      { enCode: 'btn_sign', title: title('签署', '簽署', 'Sign'), roleHints: DOCTORS },
      { enCode: 'btn_propose', title: title('提出干体重与医嘱', '提出乾體重與醫囑', 'Propose dry weights and orders'), roleHints: [...DOCTORS, ...NURSES] },
      { enCode: 'btn_lab', title: title('录入检验结果', '錄入檢驗結果', 'Record laboratory values'), roleHints: [...DOCTORS, ...NURSES] },
    ],
  },
  {
    enCode: TIMELINE_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 14,
    title: title('患者时间轴', '病患時間軸', 'Patient timeline'),
    roleHints: [...DOCTORS, ...NURSES, 'quality'],
  },
];
