import { AppError, EnvelopeCode, type Page, toPage } from '@nephra/plugin-sdk/contract';
import type { MailAt, Mailbox, MailFolder, MailFolderUse, MailPart, RawReply } from '@nephra/plugin-sdk/server';
import { MAIL_FILE, MAX_FETCHED_BYTES } from '../../contract/limits.ts';
import type { MailFolderView, MailRow, MailView } from '../../contract/mail.contract.ts';
import { oneLine } from '../../domain/header-text.ts';
import { readMailId } from '../../domain/mail-id.ts';
import { inMailbox } from '../account/account.ts';
import type { Ctx } from '../tables/tables.ts';
import { mailRow } from './mail-row.ts';
import { fileOf, mailView } from './mail-view.ts';

const INBOX = 'INBOX';
const DEFAULT_ROWS = 20;

/** @throws AppError `mail.no-letter` for what names none */
export function placeOf(id: string): MailAt {
  const place = readMailId(id);
  if (!place) throw new AppError('mail.no-letter', { code: EnvelopeCode.NotFound });
  return place;
}

export const folderFor = (folders: readonly MailFolder[], use: MailFolderUse): MailFolder | undefined =>
  folders.find((folder) => folder.use === use && folder.selectable);

export const listFolders = (ctx: Ctx): Promise<MailFolderView[]> =>
  inMailbox(ctx, async (box) => (await box.folders()).map((folder) => ({ ...folder, name: oneLine(folder.name, 100) })));

interface ListQuery {
  readonly folder?: string;
  readonly keyword?: string;
  readonly unread?: number;
  readonly starred?: number;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

export function listMails(ctx: Ctx, query: ListQuery): Promise<Page<MailRow>> {
  const { folder = INBOX, keyword = '', unread, starred, currentPage = 1, pageSize = DEFAULT_ROWS } = query;
  return inMailbox(ctx, async (box) => {
    const search = { keyword: oneLine(keyword, keyword.length + 1), unseen: unread === 1, flagged: starred === 1 };
    const { total, uidValidity, heads } = await box.page(folder, search, currentPage, pageSize);
    return toPage(
      heads.map((head) => mailRow(folder, uidValidity, head)),
      total,
      { currentPage, pageSize },
    );
  });
}

export const readMail = (ctx: Ctx, id: string): Promise<MailView> => {
  const at = placeOf(id);
  return inMailbox(ctx, async (box) => await mailView(box, at, await box.head(at)));
};

export const markMail = (ctx: Ctx, id: string, mark: 'seen' | 'flagged', on: boolean): Promise<null> => {
  const at = placeOf(id);
  return inMailbox(ctx, async (box) => {
    await box.mark(at, mark, on);
    return null;
  });
};

export const moveMail = (ctx: Ctx, id: string, folder: string): Promise<null> => {
  const at = placeOf(id);
  return inMailbox(ctx, async (box) => {
    if (folder !== at.folder) await box.move(at, folder);
    return null;
  });
};

/** @throws AppError `mail.remove-forever` where only for good is left, and nobody said so */
export const removeMail = (ctx: Ctx, id: string, forever: boolean): Promise<{ gone: boolean }> => {
  const at = placeOf(id);
  return inMailbox(ctx, async (box) => {
    const trash = folderFor(await box.folders(), 'trash');
    if (trash && trash.path !== at.folder) {
      await box.move(at, trash.path);
      return { gone: false };
    }
    if (!forever) throw new AppError('mail.remove-forever', { code: EnvelopeCode.Refused });
    await box.remove(at);
    ctx.audit({ subject: 'mail', note: 'removed for good' });
    return { gone: true };
  });
};

/** @throws AppError `mail.no-attachment`, `mail.attachment-large` */
export async function attachmentOf(box: Mailbox, at: MailAt, part: string): Promise<{ readonly part: MailPart; readonly content: Buffer }> {
  const found = (await box.head(at)).parts.find(({ id }) => id === part);
  if (!found) throw new AppError('mail.no-attachment', { code: EnvelopeCode.NotFound });
  const large = (): AppError => new AppError('mail.attachment-large', { code: EnvelopeCode.TooLarge, params: { limit: MAX_FETCHED_BYTES / 1_048_576 } });
  if (!fileOf(found).fetchable) throw large();
  const { content, cut } = await box.part(at, found, MAX_FETCHED_BYTES);
  if (cut) throw large();
  return { part: found, content };
}

/** Bytes for the browser to save, never to draw: what they are stays the sender's claim. */
export const downloadAttachment = (ctx: Ctx, id: string, part: string): Promise<RawReply> => {
  const at = placeOf(id);
  return inMailbox(ctx, async (box) => {
    const found = await attachmentOf(box, at, part);
    return { content: found.content, contentType: 'application/octet-stream', fileName: fileOf(found.part).name, disposition: 'attachment' as const };
  });
};

export async function keepAttachment(ctx: Ctx, id: string, part: string): Promise<{ fileId: string; name: string }> {
  const at = placeOf(id);
  const { name, content } = await inMailbox(ctx, async (box) => {
    const found = await attachmentOf(box, at, part);
    return { name: fileOf(found.part).name, content: found.content };
  });
  const { fileId } = await ctx.files.save({ name, type: MAIL_FILE, content });
  return { fileId, name };
}
