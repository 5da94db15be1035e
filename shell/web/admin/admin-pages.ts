import type { PageModule } from '@nephra/plugin-sdk/web';

/** Pages of the shell that a menu entry opens, by enCode. Each comes on first use. */
export const ADMIN_PAGES: Readonly<Record<string, () => Promise<PageModule>>> = {
  'system.plugins': () => import('./plugins/plugins.page.tsx'),
  'system.pluginSettings': () => import('./settings/settings.page.tsx'),
  'system.task': () => import('./jobs/jobs.page.tsx'),
  'system.audit': () => import('./audit/audit.page.tsx'),
  'system.outbox': () => import('./outbox.page.tsx'),
  'system.openapi': () => import('./openapi/openapi.page.tsx'),
};
