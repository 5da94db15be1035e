import type { Job } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';
import { userImportTable } from './user-import.table.ts';

const KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 100;

/** Uploaded workbooks hold names and numbers of people; nobody needs them a day later. */
export const forgetImports: Job<PermissionDb> = {
  name: 'forget-imports',
  title: { zh: '删除用户导入文件', zhtw: '刪除使用者匯入檔案', en: 'Remove user import files' },
  purpose: {
    zh: '删除一天前上传的用户导入文件，其中有姓名和证件号码',
    zhtw: '刪除一天前上傳的使用者匯入檔案，其中有姓名和證件號碼',
    en: 'Removes workbooks for importing users a day after their upload: they hold names and numbers of people',
  },
  when: { everySeconds: 3_600 },
  run: async (ctx) => {
    const limit = new Date(ctx.clock.now().getTime() - KEPT_MS);
    await ctx.transaction(async () => {
      const old = await userImportTable.everywhere(ctx, 'the job removes what anybody uploaded').where('row.createdAt', '<', limit).limit(AT_ONCE).execute();
      for (const { fileId } of old) {
        await ctx.files.remove(fileId);
        // rows: the job removes what anybody uploaded
        await ctx.db.deleteFrom('permission.user_import').where('file_id', '=', fileId).execute();
      }
      // rows: the job removes what anybody uploaded
      await ctx.db.deleteFrom('permission.user_import_row').where('created_at', '<', limit).execute();
    });
  },
};
