import { type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { MODEL_MENU } from './contract/model/model-limits.ts';
import { dataSource } from './contract/source/data-source.contract.ts';
import { SYNC_MENU } from './contract/sync/sync-limits.ts';

const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });
const button = (enCode: string, title: TextByLanguage): PermissionItem => ({ enCode, title });

/** Tools over the whole installation: no role is given their codes from the start, administrators have them. */
export const menus: readonly MenuContribution[] = [
  recordMenu(dataSource, { parent: 'systemData', icon: 'database', sortCode: 10, title: text('数据连接', '資料連線', 'Data sources') }),
  {
    enCode: MODEL_MENU,
    type: MenuType.Page,
    parent: 'systemData',
    icon: 'table',
    sortCode: 20,
    title: text('数据建模', '資料建模', 'Data models'),
    buttons: [
      button('btn_add', text('新建表', '新增資料表', 'Add table')),
      button('btn_edit', text('修改表', '修改資料表', 'Change table')),
      button('btn_remove', text('删除表', '刪除資料表', 'Drop table')),
      button('btn_preview', text('预览数据', '預覽資料', 'Preview rows')),
    ],
  },
  {
    enCode: SYNC_MENU,
    type: MenuType.Page,
    parent: 'systemData',
    icon: 'sync',
    sortCode: 30,
    title: text('数据同步', '資料同步', 'Data synchronisation'),
    buttons: [button('btn_sync', text('同步', '同步', 'Copy'))],
  },
];
