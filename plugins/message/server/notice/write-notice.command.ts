import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { MessageType } from '../../contract/message-limits.ts';
import type { NoticeBody } from '../../contract/notice.contract.ts';
import { addresseeKey } from '../../domain/receivers/addressee.ts';
import { fileIdsOf } from '../../domain/notice/notice-files.ts';
import { mayBeChanged } from '../../domain/notice/notice-state.ts';
import { type ItemStored, itemTable } from '../tables/item.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { noticeContent } from './notice-content.ts';
import { noticeFiles } from './notice-files.ts';
import { addTargets, replaceTargets, targetsOf } from '../targets/write-targets.ts';
import { addresseesAsked } from './receivers.ts';

/** What an audit entry says of a notice: no more of its text than its length. */
const facts = ({ title, state, pinned, mustRead, validUntil, urgency, fileIds, bodyText }: ItemStored, addressees: readonly string[]) => ({
  ...{ title, state, pinned, mustRead, validUntil: validUntil?.toISOString() ?? null, urgency },
  ...{ files: fileIds.length, characters: [...bodyText].length, addressees: addressees.slice(0, 50), addresseeCount: addressees.length },
});

/** Writes a draft. */
export async function createNotice(ctx: Ctx, body: NoticeBody): Promise<ItemStored> {
  const addressees = await addresseesAsked(ctx, body);
  const content = noticeContent(ctx, body);
  const files = await noticeFiles(ctx, body.files, []);
  const item = await itemTable.insert(ctx, {
    ...content,
    ...{ type: MessageType.notice, orgId: ctx.user.orgId, creatorId: ctx.user.userId, creatorUser: ctx.user.userName, files, fileIds: fileIdsOf(files) },
    ...{ texts: null, link: null, kind: '', sendKey: '', state: 'draft', releaseNo: 0, releasedAt: null, remindedAt: null },
  });
  await addTargets(ctx, item, addressees);
  ctx.audit({ subject: 'notice', subjectId: item.id, after: facts(item, addressees.map(addresseeKey)) });
  return item;
}

/** Changes a draft, or one that was withdrawn. @throws AppError `message.not-draft` while people read it */
export async function editNotice(ctx: Ctx, id: string, body: NoticeBody & { readonly version?: number }): Promise<ItemStored> {
  const before = await itemTable.lock(ctx, id, body.version);
  if (!mayBeChanged(before)) throw new AppError('message.not-draft', { code: EnvelopeCode.Conflict, params: { name: before.title } });
  const targets = await targetsOf(ctx, id);
  const addressees = await addresseesAsked(ctx, body, targets);
  const content = noticeContent(ctx, body);
  const files = await noticeFiles(ctx, body.files, before.files);
  const item = await itemTable.update(ctx, before, { ...content, files, fileIds: fileIdsOf(files) });
  await replaceTargets(ctx, item, addressees);
  ctx.audit({
    ...{ subject: 'notice', subjectId: id },
    before: facts(before, targets.map(addresseeKey)),
    after: facts(item, addressees.map(addresseeKey)),
  });
  return item;
}
