import type { WebContext } from '@nephra/plugin-sdk/web';
import type { MailFolderView } from '../contract/mail.contract.ts';

const USES: readonly string[] = ['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive'];

/** What people call a folder: one with a use by its use, others as they are named. */
export const folderLabel = (t: WebContext['t'], { use, name }: Pick<MailFolderView, 'use' | 'name'>): string =>
  USES.includes(use) ? t(`folder.${use}`) : name;
