import { AppError, DEFAULT_UPLOAD_MB, EnvelopeCode, UNIT_BYTES } from '@nephra/plugin-sdk/contract';
import { type Extension, type FileReader, ownPreviewAddress, pictureAddress } from '@nephra/plugin-sdk/server';
import { fileContract } from '../../contract/index.ts';
import { previewContract } from '../../contract/preview/preview.contract.ts';
import type { Tickets } from '../auth/tickets.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import { cleanName, type FileRecord, type Files, type SpooledFile, tooLarge } from '../files/file-store.ts';
import { type HeldBackups, OFFERED_TYPE } from '../files/offered-files.ts';
import { isDrawnByBrowser, isRecording, type Previews } from '../files/previews.ts';
import type { ReceivedUpload } from '../files/receive-upload.ts';
import { THUMBNAIL_SIZES } from '../files/thumbnails/thumbnail-rules.ts';
import type { Thumbnails } from '../files/thumbnails/thumbnails.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import type { CallScope } from '../http/pipeline/call-scope.ts';
import { sessionUserOf } from '../http/pipeline/request-context.ts';
import { FileAccess, TYPES } from './files/file-access.ts';

/** Upload types that hold pictures only. */
const PICTURES_ONLY = new Set(['userAvatar', 'annexpic', 'recordpic', 'screenShot', 'banner', 'bg']);

/** What chats and profile pictures have to be smaller than, however much the site takes elsewhere (spec 5 and 9). */
const SMALL_BYTES = DEFAULT_UPLOAD_MB * UNIT_BYTES.MB;
/** Types that are held to it, and what is said of a picture that is not. */
const SMALL: Readonly<Record<string, string>> = { userAvatar: 'core.image-too-large', IM: 'core.chat-image-too-large' };

/** @throws AppError `core.image-only`, `core.image-too-large`, `core.chat-image-too-large`, `core.file-too-large` */
export function assertFits(type: string, { kind, size }: SpooledFile): void {
  if (PICTURES_ONLY.has(type) && !kind.picture) throw new AppError('core.image-only', { code: EnvelopeCode.Invalid });
  const small = SMALL[type];
  if (small === undefined || size < SMALL_BYTES) return;
  throw kind.picture ? new AppError(small, { code: EnvelopeCode.TooLarge, params: { limit: DEFAULT_UPLOAD_MB } }) : tooLarge(SMALL_BYTES);
}

const missing = (): AppError => new AppError('core.file-missing', { code: EnvelopeCode.NotFound });

/** Documents that a preview server shows (wire facts 5). */
const isForPreviewServer = (fileId: string): boolean => /\.(?:docx?|xlsx?|pptx?|pdf)$/i.test(fileId);

/** In a picture's address `@` may stand for the dot (wire facts 5). */
const fileIdOf = (name: string): string => (name.includes('.') ? name : name.replace(/@(?=[a-z0-9]+$)/i, '.'));

/** Address of an uploaded picture that may serve as the user's avatar. */
export async function avatarAddress(files: Files, fileName: string, userId: string): Promise<string> {
  const record = await files.record(fileIdOf(fileName));
  if (record?.type !== 'userAvatar' || record.createdBy !== userId) throw missing();
  return pictureAddress('userAvatar', record.fileId);
}

export interface FileRouteServices {
  readonly files: Files;
  readonly previews: Previews;
  readonly thumbnails: Thumbnails;
  readonly tickets: Tickets;
  readonly backups: HeldBackups;
  /** What running plugins know of files that hang on their rows. */
  readonly readers: () => readonly Extension<FileReader>[];
}

/** Uploads, downloads, pictures, preview addresses (spec 7.16). */
export function fileRoutes(owner: RouteOwner, parts: CoreParts, { files, previews, thumbnails, tickets, backups, readers }: FileRouteServices): BoundRoute[] {
  const access = new FileAccess(parts, readers);
  /** An address is good for who it was given to as long as they may read the file: what was taken from them since is not opened by it. */
  const stillReachable = async (fileId: string, userId: string): Promise<FileRecord> => {
    const record = await files.record(fileId);
    if (!record || !(await access.mayStillRead(record, userId))) throw missing();
    return record;
  };
  /** A file that the user may not reach does not exist for them. */
  const reachable = async (fileName: string, call: CallScope): Promise<FileRecord> => {
    const record = await files.record(fileIdOf(fileName));
    const user = sessionUserOf(call);
    if (!record || !call.rights || !(await access.mayRead(record, user, call.rights))) throw missing();
    return record;
  };
  const fileHandlers = bindCore(owner, fileContract, {
    upload: {
      prepare: async (input, ctx, call) => {
        const { file } = input.body as unknown as ReceivedUpload; // multipart bodies arrive received
        const { type } = input.params;
        if (!TYPES.has(type)) throw new AppError('core.file-type', { code: EnvelopeCode.Invalid });
        assertFits(type, file);
        return async () => {
          const user = sessionUserOf(call);
          const stored = await files.keep(file, type, { orgId: user.orgId, userId: user.userId });
          call.afterRefusal.push(() => files.forget(stored.fileId));
          ctx.audit({ subject: 'file', subjectId: stored.fileId });
          const url = file.kind.picture ? pictureAddress(type, stored.fileId) : `/api/file/Download/${type}/${stored.fileId}`;
          return { name: stored.fileId, url, fileId: stored.fileId, fileVersionId: stored.fileId };
        };
      },
    },
    downloadLink: async ({ params, query }, ctx, call) => {
      const record = await reachable(params.fileName, call);
      const user = sessionUserOf(call);
      ctx.audit({ subject: 'file', subjectId: record.fileId });
      const ticket = await tickets.issue('download', { userId: user.userId, sessionId: call.session?.id ?? '' }, record.fileId, query.times);
      return { name: record.name, url: `/api/file/Download?encryption=${ticket}` };
    },
    download: async ({ query }, ctx) => {
      const { target, userId } = await tickets.redeem('download', query.encryption);
      const backup = await backups.held(target);
      if (backup) {
        ctx.audit({ subject: 'backup', subjectId: backup.fileName, note: `for user ${userId}` });
        return { content: backup.content, contentType: 'application/octet-stream', fileName: backup.fileName, disposition: 'attachment' as const };
      }
      const record = await stillReachable(target, userId);
      ctx.audit({ subject: 'file', subjectId: record.fileId, note: `for user ${userId}` });
      const fileName = query.name ? cleanName(query.name) : record.name;
      const content = files.read(record);
      // It was made for this one call; what is left behind goes with the old ones.
      if (record.type === OFFERED_TYPE) content.once('close', () => void files.remove(record.fileId).catch(() => undefined));
      return { content, contentType: record.contentType, fileName, disposition: 'attachment' as const };
    },
    image: async ({ params, query }) => {
      // The name holds 128 random bits: who knows it was given it. Only pictures are shown this way.
      const record = await files.record(fileIdOf(params.fileName));
      if (!record || record.type !== params.type || !record.contentType.startsWith('image/')) throw missing();
      const size = THUMBNAIL_SIZES.find((one) => String(one) === query.size);
      const small = size && (await thumbnails.open(record, size));
      if (small) return { content: small, contentType: 'image/jpeg', cacheSeconds: 86_400 };
      return { content: files.read(record), contentType: record.contentType, cacheSeconds: 86_400 };
    },
    preview: async ({ query }, ctx, call) => {
      const record = await reachable(query.fileName, call);
      if (!parts.config.previewHost || !isForPreviewServer(record.fileId)) return ownPreviewAddress(record.fileId);
      ctx.audit({ subject: 'file', subjectId: record.fileId });
      const ticket = await tickets.issue('download', { userId: sessionUserOf(call).userId, sessionId: call.session?.id ?? '' }, record.fileId);
      const source = `${call.facts.ownOrigin}/api/file/Download?encryption=${ticket}&fullfilename=${encodeURIComponent(record.fileId)}`;
      return `${parts.config.previewHost}/onlinePreview?url=${encodeURIComponent(Buffer.from(source).toString('base64'))}`;
    },
  });
  const previewHandlers = bindCore(owner, previewContract, {
    content: async ({ params, query }, ctx, call) => {
      const record = await reachable(params.fileName, call);
      ctx.audit({ subject: 'file', subjectId: record.fileId });
      return await previews.content(record, query.sheet ?? 0);
    },
    bytes: async ({ params }, ctx, call) => {
      const record = await reachable(params.fileName, call);
      if (!isDrawnByBrowser(record.fileId)) throw missing();
      ctx.audit({ subject: 'file', subjectId: record.fileId });
      return { content: files.read(record), contentType: record.contentType, fileName: record.name, disposition: 'inline' as const };
    },
    playLink: async ({ params }, ctx, call) => {
      const record = await reachable(params.fileName, call);
      if (!isRecording(record.fileId)) throw missing();
      ctx.audit({ subject: 'file', subjectId: record.fileId });
      const ticket = await tickets.issue('play', { userId: sessionUserOf(call).userId, sessionId: call.session?.id ?? '' }, record.fileId);
      return { url: `/api/file/Play?ticket=${ticket}` };
    },
    play: async ({ query }) => {
      const { target, userId } = await tickets.look('play', query.ticket);
      const record = await stillReachable(target, userId);
      const ranged = { size: record.size, read: (from: number, to: number) => files.read(record, { from, to }) };
      return { content: files.read(record), contentType: record.contentType, fileName: record.name, disposition: 'inline' as const, ranged };
    },
  });
  return [...fileHandlers, ...previewHandlers];
}
