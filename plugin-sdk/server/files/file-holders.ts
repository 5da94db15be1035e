import { defineExtension } from '../../contract/index.ts';

/** What a plugin knows of files that its rows name. */
export interface FileHolder {
  /**
   * Upload types (`IM`, `document`) whose files hang on rows of this plugin alone: one that no row names is of no use to anybody. Only files of claimed types
   * are ever taken for orphans; while the plugin is off, its types are nobody's and their files stay.
   */
  readonly types: readonly string[];
  /** Those of these files that a row names, whatever their type; deleted rows that can be brought back count. At most 500 ids, `20260302_….pdf`. */
  held(fileIds: readonly string[]): Promise<readonly string[]>;
}

/** Whose rows name files adds itself, so that files that nobody names can be found: `extensions: [extend(fileHolders, (ctx) => ({ types, held: … }))]`. */
export const fileHolders = defineExtension<FileHolder>('shell.file-holder@1', { types: 'texts', held: 'function' });
