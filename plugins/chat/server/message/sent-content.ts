import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { chatLinkTargets } from '@nephra/plugin-sdk/server';
import type { MessageType, SentContent } from '../../contract/message.schema.ts';
import { type ReadContent, readContent, storedContent } from '../../domain/content.ts';
import type { Ctx } from '../tables/tables.ts';

/** Upload type of the chat (wire facts 5). */
export const CHAT_FILE = 'IM';

const refused = (key: string): AppError => new AppError(`chat.${key}`, { code: EnvelopeCode.Invalid });

/** Browsers record sound into the containers of films. */
const FITS: Readonly<Record<'image' | 'voice' | 'video', RegExp>> = { image: /^image\//, voice: /^(audio|video)\//, video: /^video\// };

/**
 * What is kept of what somebody sends. Files must be the sender's own uploads of the chat's type, links lead to what the sender may see.
 * @throws AppError `chat.empty`, `chat.text-too-long`, `chat.content-invalid`, `chat.file-missing`, `chat.link-missing`
 */
export async function contentToKeep(ctx: Ctx, type: MessageType, sent: SentContent): Promise<{ readonly content: string; readonly fileId: string }> {
  const read = readContent(type, sent);
  if (typeof read === 'string') throw refused(read);
  if (read.type === 'link') await assertLinked(ctx, read);
  const fileId = 'name' in read ? await ownFile(ctx, read) : '';
  return { content: storedContent(fileId === '' ? read : ({ ...read, name: fileId } as ReadContent)), fileId };
}

async function ownFile(ctx: Ctx, { type, name }: { readonly type: 'image' | 'voice' | 'video'; readonly name: string }): Promise<string> {
  const file = await ctx.files.open(name).catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'a message names a file that cannot be opened');
    return undefined;
  });
  file?.content.destroy();
  if (!file || file.type !== CHAT_FILE || file.createdBy !== ctx.user.userId || !FITS[type].test(file.contentType)) throw refused('file-missing');
  return file.fileId;
}

/** What is hidden from the sender is refused like what does not exist. */
async function assertLinked(ctx: Ctx, { kind, id }: { readonly kind: string; readonly id: string }): Promise<void> {
  const target = ctx.extensions(chatLinkTargets).find(({ value }) => value.kind === kind)?.value;
  const rows = target ? await target.find(ctx, [id]) : [];
  if (!rows.some((row) => row.id === id)) throw refused('link-missing');
}
