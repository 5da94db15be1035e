import type { PageModule } from '@nephra/plugin-sdk/web';

/** Pages of the shell that stand in the menu, by enCode. */
export const ADMIN_PAGES: Readonly<Record<string, () => Promise<PageModule>>> = {};
