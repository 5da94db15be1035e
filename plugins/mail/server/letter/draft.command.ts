import { AppError, EnvelopeCode, isAppError, type UploadedFile } from '@nephra/plugin-sdk/contract';
import { MAIL_FILE, MAX_DRAFTS, MAX_FILES_BYTES, MAX_FILES_MB } from '../../contract/limits.ts';
import type { LetterBody } from '../../contract/mail.contract.ts';
import { oneLine, plainText } from '../../domain/header-text.ts';
import { type Ctx, type LetterStored, letterTable } from '../tables/tables.ts';
import { stateNow } from './letter-view.ts';

/** @throws AppError `mail.no-letter` */
export async function ownLetter(ctx: Ctx, id: string): Promise<LetterStored> {
  const letter = await letterTable.find(ctx, { userId: ctx.user.userId, letterId: id });
  if (!letter) throw new AppError('mail.no-letter', { code: EnvelopeCode.NotFound });
  return letter;
}

const notYours = (): AppError => new AppError('mail.not-your-file', { code: EnvelopeCode.NotFound });

/** A file goes along when its sender has stored it for a letter: an id of somebody else's file opens nothing, and is answered like none. @throws AppError `mail.not-your-file`, `mail.files-large` */
async function assertOwnFiles(ctx: Ctx, files: readonly UploadedFile[], known: readonly string[]): Promise<UploadedFile[]> {
  const checked: UploadedFile[] = [];
  for (const { fileId, name, url } of files) {
    const file = await ctx.files.open(fileId).catch((error: unknown) => {
      throw isAppError(error) && error.key === 'core.file-missing' ? notYours() : error;
    });
    file.content.destroy();
    if (!known.includes(fileId) && (file.createdBy !== ctx.user.userId || file.type !== MAIL_FILE)) throw notYours();
    checked.push({ fileId, name: oneLine(name, 150) || file.name, url, fileSize: file.size });
  }
  if (checked.reduce((sum, { fileSize = 0 }) => sum + fileSize, 0) > MAX_FILES_BYTES)
    throw new AppError('mail.files-large', { code: EnvelopeCode.TooLarge, params: { limit: MAX_FILES_MB } });
  return checked;
}

const line = (text: string): string => oneLine(text, text.length + 1);

/** Files that hung on a letter and no longer do; they were stored for it alone. */
async function dropFiles(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await ctx.files.remove(id);
}

/**
 * Keeps a letter as it is now, in the running transaction.
 * @throws AppError `mail.letter-gone` where it is under way, doubtful or sent; `mail.too-many-drafts`
 */
export async function keepDraft(ctx: Ctx, body: LetterBody): Promise<LetterStored> {
  const key = { userId: ctx.user.userId, letterId: body.id };
  const before = await letterTable.find(ctx, key);
  if (before && stateNow(ctx, before) !== 'draft') throw new AppError('mail.letter-gone', { code: EnvelopeCode.Conflict });
  if (!before) {
    const kept = await letterTable.select(ctx, 'one').where('one.state', '=', 'draft').limit(MAX_DRAFTS).execute();
    if (kept.length >= MAX_DRAFTS) throw new AppError('mail.too-many-drafts', { params: { most: MAX_DRAFTS } });
  }
  const files = await assertOwnFiles(ctx, body.files ?? [], before?.fileIds ?? []);
  const now = ctx.clock.now();
  const values: LetterStored = {
    ...key,
    state: 'draft',
    receivers: { to: body.to.map(line), cc: (body.cc ?? []).map(line), bcc: (body.bcc ?? []).map(line) },
    ...{ subject: line(body.subject), bodyText: plainText(body.bodyText), files, fileIds: files.map(({ fileId }) => fileId) },
    ...{ answers: body.answers ?? '', answerKind: body.answerKind ?? '', forwardParts: body.forwardParts ?? [], draftOf: body.draftOf ?? '' },
    ...{ messageId: before?.messageId ?? '', trouble: '', troubleSaid: '', busyUntil: ctx.clock.steady(), changedAt: now },
  };
  const row = letterTable.toSql(values);
  // One that was taken to be sent meanwhile is left as it is.
  const done = await ctx.db
    .insertInto('mail.letter')
    .values(row as never)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'letter_id'])
        .doUpdateSet(row as never)
        .where('mail.letter.state', '=', 'draft'),
    )
    .executeTakeFirst();
  if (done.numInsertedOrUpdatedRows !== 1n) throw new AppError('mail.letter-gone', { code: EnvelopeCode.Conflict });
  await dropFiles(
    ctx,
    (before?.fileIds ?? []).filter((id) => !values.fileIds.includes(id)),
  );
  return values;
}

/** @throws AppError `mail.letter-busy` while it is under way */
export async function removeLetter(ctx: Ctx, id: string): Promise<void> {
  const letter = await letterTable.find(ctx, { userId: ctx.user.userId, letterId: id });
  // Gone already: throwing away twice ends the same way.
  if (!letter) return;
  if (stateNow(ctx, letter) === 'sending') throw new AppError('mail.letter-busy', { code: EnvelopeCode.Conflict });
  // rows: a letter of the caller's own
  await ctx.db.deleteFrom('mail.letter').where('user_id', '=', ctx.user.userId).where('letter_id', '=', id).execute();
  await dropFiles(ctx, letter.fileIds);
}

/** What a letter that has arrived leaves: its name, so that it is never sent again. */
export async function settleLetter(ctx: Ctx, letter: LetterStored): Promise<void> {
  const { userId, letterId: id, fileIds } = letter;
  const empty = { receivers: { to: [], cc: [], bcc: [] }, subject: '', bodyText: '', files: [], fileIds: [], forwardParts: [], draftOf: '' };
  const left = { ...letter, ...empty, state: 'sent', answers: '', trouble: '', troubleSaid: '', changedAt: ctx.clock.now() } as const;
  // rows: a letter of the caller's own
  await ctx.db
    .updateTable('mail.letter')
    .set(letterTable.toSql(left) as never)
    .where('user_id', '=', userId)
    .where('letter_id', '=', id)
    .execute();
  await dropFiles(ctx, fileIds);
}

/** A person looked, and says what became of a doubtful letter. @throws AppError `mail.not-doubtful` */
export async function decideLetter(ctx: Ctx, id: string, verdict: 'arrived' | 'again'): Promise<void> {
  const letter = await ownLetter(ctx, id);
  ctx.audit({ subject: 'mail-letter', subjectId: id, note: verdict });
  const state = stateNow(ctx, letter);
  // Said twice ends the same way.
  if ((verdict === 'arrived' && state === 'sent') || (verdict === 'again' && state === 'draft')) return;
  if (state !== 'doubtful') throw new AppError('mail.not-doubtful', { code: EnvelopeCode.Conflict });
  if (verdict === 'arrived') return await settleLetter(ctx, letter);
  // rows: a letter of the caller's own
  await ctx.db
    .updateTable('mail.letter')
    .set({ state: 'draft', trouble: '', trouble_said: '', changed_at: ctx.clock.now() })
    .where('user_id', '=', ctx.user.userId)
    .where('letter_id', '=', id)
    .execute();
}
