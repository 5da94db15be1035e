import { type DataScope, defineExtension } from '../../contract/index.ts';
import type { RowsUser } from '../context.ts';

/** What the person may, as in a call. Of a package in a process of its own the answers are promises: await them. */
export interface FileRights {
  can(permission: string): boolean | Promise<boolean>;
  dataScope(menuCode: string): DataScope | Promise<DataScope>;
}

/** What a plugin knows of who may fetch a file that hangs on its rows. */
export interface FileReader {
  /**
   * Whether this person may fetch the file through the plugin's rows, beside those whom the storage lets anyway: who stored it, and for the kinds that
   * people send each other, but for those of a conversation (`IM`) and of rows of records, their organisation. Asked only where the storage says no; false where the plugin knows nothing of it.
   * @param fileId in the storage, `20260302_….pdf`
   */
  mayRead(user: RowsUser, fileId: string, rights: FileRights): Promise<boolean>;
}

/** Who lets people of other organisations fetch what was attached to its rows adds itself: `extensions: [extend(fileReaders, (ctx) => ({ mayRead: … }))]`. */
export const fileReaders = defineExtension<FileReader>('shell.file-reader@1', { mayRead: 'function' });
