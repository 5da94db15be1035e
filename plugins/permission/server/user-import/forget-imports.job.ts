import type { Job } from '@nephra/plugin-sdk/server';
import type { PermissionDb } from '../permission-call.ts';

const KEPT_MS = 24 * 3_600_000;
const AT_ONCE = 100;

/** Uploaded workbooks hold names and numbers of people; nobody needs them a day later. */
export const forgetImports: Job<PermissionDb> = {
  name: 'forget-imports',
  when: { everySeconds: 3_600 },
  run: async (ctx) => {
    const limit = new Date(ctx.clock.now().getTime() - KEPT_MS);
    await ctx.transaction(async () => {
      const old = await ctx.db.selectFrom('permission.user_import').select('file_id').where('created_at', '<', limit).limit(AT_ONCE).execute();
      for (const { file_id: fileId } of old) {
        await ctx.files.remove(fileId);
        await ctx.db.deleteFrom('permission.user_import').where('file_id', '=', fileId).execute();
      }
      await ctx.db.deleteFrom('permission.user_import_row').where('created_at', '<', limit).execute();
    });
  },
};
