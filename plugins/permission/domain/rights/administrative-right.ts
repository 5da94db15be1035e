import type { Right } from '@nephra/plugin-sdk/contract';

/** Menus that decide what others may do, and how the system runs; all others are daily work. */
const ADMINISTRATION = ['permission', 'system'] as const;

/** Whether a right lets its holder administer people or the system. */
export const isAdministrative = ({ menuCode }: Pick<Right, 'menuCode'>): boolean =>
  ADMINISTRATION.some((root) => menuCode === root || menuCode.startsWith(`${root}.`));
