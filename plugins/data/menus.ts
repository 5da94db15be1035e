import { inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { MODEL_MENU } from './contract/model/model-limits.ts';
import { dataSource } from './contract/source/data-source.contract.ts';
import { SYNC_MENU } from './contract/sync/sync-limits.ts';
import { BACKUP_MENU } from './contract/backup/backup-limits.ts';
import { dataMap } from './contract/map/map.contract.ts';

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
      button('btn_edit', text('编辑表', '編輯資料表', 'Edit table')),
      button('btn_remove', text('删除表', '刪除資料表', 'Delete table')),
      button('btn_preview', text('预览数据', '預覽資料', 'Preview rows')),
      button('btn_download', text('导出表结构', '匯出資料表結構', 'Export shape')),
      button('btn_upload', text('导入表结构', '匯入資料表結構', 'Import shape')),
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
  {
    enCode: BACKUP_MENU,
    type: MenuType.Page,
    parent: 'systemData',
    icon: 'backup',
    sortCode: 40,
    title: text('数据备份', '資料備份', 'Data backup'),
    buttons: [
      button('btn_add', text('立即备份与取消', '立即備份與取消', 'Back up now and cancel')),
      button('btn_verify', text('校验', '驗證', 'Verify')),
      button('btn_download', text('下载', '下載', 'Download')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_edit', text('备份设置', '備份設定', 'Settings')),
    ],
  },
  recordMenu(dataMap, { parent: 'systemData', icon: 'map', sortCode: 70, title: text('数据地图', '資料地圖', 'Maps') }),
];
