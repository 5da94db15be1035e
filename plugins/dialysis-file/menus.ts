import { inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { consentForm } from './contract/consent/consent-form.record.ts';
import { FILE_MENU } from './contract/limits.ts';

const button = (enCode: string, title: TextByLanguage, ...roleHints: string[]): PermissionItem => ({ enCode, title, roleHints });
const NURSES = ['nurse', 'treatnurse', 'headnurse'] as const;

/** Section 15.2 of the domain page: doctors sign, nurses propose, the head nurse plans, quality decides about zones. */
export const menus: readonly MenuContribution[] = [
  // Of all plugins of dialysis: they depend on this one.
  { enCode: 'his.dialysis', type: MenuType.Directory, parent: 'his', icon: 'dialysis', sortCode: 11, title: text('血液透析', '血液透析', 'Dialysis') },
  {
    enCode: FILE_MENU,
    type: MenuType.Page,
    parent: 'his.dialysis',
    icon: 'dialysis',
    sortCode: 12,
    title: text('透析档案', '透析檔案', 'Dialysis files'),
    roleHints: ['doctor', ...NURSES, 'quality', 'director'],
    buttons: [
      button('btn_edit', text('建立与编辑档案', '建立與編輯檔案', 'Open and edit files'), 'doctor', ...NURSES, 'director'),
      button('btn_pattern', text('设定排班规律', '設定排班規律', 'Set patterns'), 'headnurse', 'director'),
      button('btn_propose', text('拟定透析处方', '擬定透析處方', 'Propose prescriptions'), 'doctor', ...NURSES, 'director'),
      button('btn_sign', text('签署透析处方', '簽署透析處方', 'Sign prescriptions'), 'doctor', 'director'),
      button('btn_weight', text('评定干体重', '評定乾體重', 'Set dry weights'), 'doctor', 'director'),
      button('btn_access', text('登记血管通路', '登記血管通路', 'Record accesses'), 'doctor', ...NURSES, 'director'),
      button('btn_serology', text('登记感染标志物', '登記感染標誌物', 'Record infection markers'), 'doctor', ...NURSES, 'quality', 'director'),
      button('btn_zone', text('更改透析分区', '更改透析分區', 'Change zones'), 'quality'),
      button('btn_consent', text('登记知情同意', '登記知情同意', 'Record consents'), 'doctor', ...NURSES, 'director'),
      button('btn_outcome', text('登记与撤销转归', '登記與撤銷轉歸', 'Record and undo outcomes'), 'doctor', 'director'),
    ],
  },
  recordMenu(consentForm, {
    title: text('知情同意书文本', '知情同意書文本', 'Consent texts'),
    parent: 'his.dialysis',
    icon: 'list',
    sortCode: 90,
    roleHints: ['headnurse', 'quality', 'director', 'orgadmin'],
    buttonHints: ['headnurse', 'director', 'orgadmin'],
  }),
];
