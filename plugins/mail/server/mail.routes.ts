import { toPage } from '@nephra/plugin-sdk/contract';
import { implement, selectPage, type UploadBody } from '@nephra/plugin-sdk/server';
import { mailContract } from '../contract/mail.contract.ts';
import { readConfig, removeConfig, saveConfig, tryConfig } from './account/config.command.ts';
import { findContacts } from './letter/contacts.query.ts';
import { decideLetter, keepDraft, ownLetter, removeLetter } from './letter/draft.command.ts';
import { takeFile } from './letter/letter-files.ts';
import { letterRow, letterView } from './letter/letter-view.ts';
import { moveToMailbox } from './letter/mailbox-draft.command.ts';
import { sendLetter } from './letter/send.command.ts';
import { downloadAttachment, keepAttachment, listFolders, listMails, markMail, moveMail, readMail, removeMail } from './mailbox/mailbox-calls.ts';
import { remotePictures } from './mailbox/remote-pictures.ts';
import { letterTable, type MailDb } from './tables/tables.ts';

export const mailRoutes = implement<MailDb>()(mailContract, {
  config: (_input, ctx) => readConfig(ctx),
  saveConfig: ({ body }, ctx) => saveConfig(ctx, body),
  async removeConfig(_input, ctx) {
    await removeConfig(ctx);
    return null;
  },
  async checkMail({ body }, ctx) {
    await tryConfig(ctx, body);
    ctx.audit({ subject: 'mail-account', subjectId: ctx.user.userId, note: 'checked' });
    return { ok: true };
  },
  receive: async (_input, ctx) => ({ list: await listFolders(ctx) }),
  list: ({ query }, ctx) => listMails(ctx, query),
  one: ({ params }, ctx) => readMail(ctx, params.id),
  pictures: ({ params, body }, ctx) => remotePictures(ctx, params.id, body.addresses),
  remove: ({ params, query }, ctx) => removeMail(ctx, params.id, query.forever === 1),
  read: ({ params }, ctx) => markMail(ctx, params.id, 'seen', true),
  unread: ({ params }, ctx) => markMail(ctx, params.id, 'seen', false),
  star: ({ params }, ctx) => markMail(ctx, params.id, 'flagged', true),
  unstar: ({ params }, ctx) => markMail(ctx, params.id, 'flagged', false),
  move: ({ params, body }, ctx) => moveMail(ctx, params.id, body.folder),
  attachment: ({ params }, ctx) => downloadAttachment(ctx, params.id, params.part),
  keepAttachment: ({ params }, ctx) => keepAttachment(ctx, params.id, params.part),
  contacts: async ({ query }, ctx) => ({ list: await findContacts(ctx, query.keyword ?? '') }),
  async letters({ query: { keyword: _keyword, ...request } }, ctx) {
    const open = letterTable.select(ctx, 'one').where('one.state', '<>', 'sent');
    const page = await selectPage(open, { db: ctx.db as never, request, sorts: {}, byDefault: ['one.changedAt', 'desc'], tieBreaker: 'one.letterId' });
    return toPage(
      page.list.map((letter) => letterRow(ctx, letter)),
      page.pagination.total,
      request,
    );
  },
  letter: async ({ params }, ctx) => letterView(ctx, await ownLetter(ctx, params.id)),
  async saveDraft({ body }, ctx) {
    const { letterId, changedAt } = await keepDraft(ctx, body);
    return { id: letterId, lastModifyTime: changedAt.getTime() };
  },
  toMailbox: ({ params }, ctx) => moveToMailbox(ctx, params.id),
  async removeLetter({ params }, ctx) {
    await removeLetter(ctx, params.id);
    return null;
  },
  send: ({ body }, ctx) => sendLetter(ctx, body),
  async decide({ params, body }, ctx) {
    await decideLetter(ctx, params.id, body.verdict);
    return null;
  },
  upload: ({ body }) => takeFile(body as unknown as UploadBody),
});
