import { inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { FEEDBACK_MENU } from './contract/feedback/feedback-limits.ts';
import { NOTICE_MENU } from './contract/message-limits.ts';
import { OUTBOX_MENU } from './contract/send/send-limits.ts';

/** Who writes notices of a facility from the start. */
const WRITERS = ['orgadmin'];
const button = (enCode: string, title: TextByLanguage): PermissionItem => ({ enCode, title, roleHints: WRITERS });

/** The message centre is a fixed page of everybody; this one is for those who write notices. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: NOTICE_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'message',
    sortCode: 2,
    roleHints: WRITERS,
    title: text('系统公告', '系統公告', 'Notices'),
    buttons: [
      button('btn_add', text('新建', '新增', 'Add')),
      button('btn_edit', text('编辑', '編輯', 'Edit')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_release', text('发布与撤回', '發布與撤回', 'Release and withdraw')),
      button('btn_readers', text('阅读情况', '閱讀情況', 'Who has read it')),
      button('btn_remind', text('提醒未读', '提醒未讀', 'Remind who has not read it')),
    ],
  },
  {
    // Messages to people of every organisation: no role is given it from the start, and its calls ask for system administrators.
    enCode: OUTBOX_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'mail',
    sortCode: 3,
    title: text('站外消息', '站外訊息', 'Outbox'),
    buttons: [
      { enCode: 'btn_again', title: text('重新发送', '重新傳送', 'Send again') },
      { enCode: 'btn_close', title: text('处理完毕', '處理完畢', 'Settle') },
    ],
  },
  {
    enCode: FEEDBACK_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'message',
    sortCode: 4,
    roleHints: WRITERS,
    title: text('意见反馈', '意見回饋', 'Feedback'),
    buttons: [button('btn_handle', text('处理与回复', '處理與回覆', 'Handle and answer'))],
  },
];
