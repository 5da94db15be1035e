import type { MenuContribution, PermissionItem } from '../../contract/index.ts';

type WrittenItem = Omit<PermissionItem, 'roleHints'>;

/**
 * A menu entry that a plugin writes while it runs: a form that was drawn, a report that was made. Nobody is granted it by itself; administrators grant it like
 * any other. Its fields cannot be authorised: that takes code behind them.
 */
export interface WrittenMenu extends Omit<MenuContribution, 'roleHints' | 'dataFields' | 'buttons' | 'columns' | 'forms'> {
  readonly buttons?: readonly WrittenItem[];
  readonly columns?: readonly WrittenItem[];
  readonly forms?: readonly WrittenItem[];
}

/** Menu entries of this plugin that are written at run time, within what `menuClaims` of its `plugin.ts` allow. */
export interface MenuPort {
  /**
   * Adds the entry, or puts it in place of the one of that enCode; buttons, columns and form items that are left out go. Part of the running transaction, and
   * there with the next reading of menus. Entries are hidden while the plugin is off and come back with it, with their grants.
   * @throws AppError `core.menu-not-claimed` when no claim names its type and the beginning of its enCode, `core.menu-taken` when `plugin.ts` or another owner has
   *   the enCode, `core.menu-parent` when there is no directory of the parent's name, `core.menu-malformed` when it has not the shape of an entry
   */
  write(menu: WrittenMenu): Promise<void>;
  /** Takes an entry out; its grants stay for when it is written again. One that is not there is no mistake. @throws AppError `core.menu-not-claimed`, `core.menu-taken` */
  remove(enCode: string): Promise<void>;
  /** enCodes of the entries that are written, in their order. */
  list(): Promise<string[]>;
}
