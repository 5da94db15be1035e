import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { fillDemo } from './demo.ts';
import { forgetSent } from './letter/forget-sent.job.ts';
import { letterFiles } from './letter/letter-files.ts';
import { mailRoutes } from './mail.routes.ts';
import migrations from './migrations';
import { type MailDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<MailDb>({
  schema: 'mail',
  migrations,
  tableSizes,
  demo: fillDemo,
  implementations: [mailRoutes],
  extensions: [letterFiles],
  jobs: [forgetSent],
});
