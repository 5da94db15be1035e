import { inLanguages as title, type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';

const NURSES = ['nurse', 'headnurse', 'treatnurse'];
const DOCTORS = ['doctor', 'director'];

/** Read when the plugin is built: the browser gets menus with the answer of the sign-in. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: 'dialysis.today',
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 11,
    title: title('今日透析', '今日透析', 'Dialysis today'),
    roleHints: [...DOCTORS, ...NURSES, 'engineer', 'quality'],
    // Of treatments, wherever they are read: today, at the bedside, on the round.
    dataFields: [
      { enCode: 'orgId', type: 'Organize', title: title('所属机构', '所屬機構', 'Organisation') },
      { enCode: 'shiftId', type: 'String', title: title('透析班次', '透析班次', 'Dialysis shift') },
      { enCode: 'zone', type: 'String', title: title('机位分区（A–E、O）', '機位分區（A–E、O）', 'Zone of the station (A–E, O)') },
    ],
  },
  {
    enCode: 'dialysis.bedside',
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 13,
    title: title('床旁治疗', '床邊治療', 'Bedside'),
    roleHints: [...DOCTORS, ...NURSES],
    buttons: [
      { enCode: 'btn_checkin', title: title('签到', '報到', 'Check patients in'), roleHints: NURSES },
      { enCode: 'btn_record', title: title('记录治疗', '記錄治療', 'Record treatments'), roleHints: [...NURSES, ...DOCTORS] },
      { enCode: 'btn_confirm', title: title('确认当日处方', '確認當日處方', 'Confirm the prescription of a treatment'), roleHints: DOCTORS },
      { enCode: 'btn_order', title: title('开立透析医嘱', '開立透析醫囑', 'Order for treatments'), roleHints: DOCTORS },
      { enCode: 'btn_start', title: title('上机', '上機', 'Start treatments'), roleHints: NURSES },
      { enCode: 'btn_check2', title: title('二次核对', '二次核對', 'Sign the second check'), roleHints: [...NURSES, ...DOCTORS] },
      { enCode: 'btn_end', title: title('下机', '下機', 'End treatments'), roleHints: NURSES },
      { enCode: 'btn_close', title: title('完成治疗单', '完成治療單', 'Close sheets'), roleHints: NURSES },
      { enCode: 'btn_reopen', title: title('重新打开治疗单', '重新打開治療單', 'Open closed sheets again'), roleHints: ['headnurse', 'director'] },
      { enCode: 'btn_correct', title: title('更正记录', '更正紀錄', 'Correct records'), roleHints: ['headnurse', 'director', 'doctor'] },
      {
        enCode: 'btn_override',
        title: title('说明理由后放行', '說明理由後放行', 'Pass guards with a reason'),
        roleHints: ['headnurse', 'director', 'quality'],
      },
      { enCode: 'btn_print', title: title('打印治疗记录单', '列印治療紀錄單', 'Print sheets'), roleHints: [...NURSES, ...DOCTORS] },
    ],
  },
  {
    enCode: 'dialysis.findings',
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 17,
    title: title('透析收费核查', '透析收費核查', 'Dialysis findings'),
    roleHints: ['clerk', 'cashier', 'headnurse', 'director'],
    buttons: [
      { enCode: 'btn_propose', title: title('补写处方', '補寫處方', 'Write missing prescriptions'), roleHints: ['clerk', 'headnurse'] },
      { enCode: 'btn_kit', title: title('维护收费组合', '維護收費組合', 'Keep what treatments are charged with'), roleHints: ['clerk', 'headnurse'] },
    ],
  },
];
