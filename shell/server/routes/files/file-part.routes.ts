import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { pictureAddress } from '@nephra/plugin-sdk/server';
import { filePartContract, partFields } from '../../../contract/files/file-parts.contract.ts';
import type { Core } from '../../composition/create-core.ts';
import type { ReceivedUpload } from '../../files/receive-upload.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../../http/pipeline/bound-route.ts';
import type { CallScope } from '../../http/pipeline/call-scope.ts';
import { sessionUserOf } from '../../http/pipeline/request-context.ts';
import { checkTextual } from '../../http/pipeline/validation.ts';
import { assertFits } from '../file.routes.ts';
import { TYPES } from './file-access.ts';

interface PartFields {
  readonly identifier: string;
  readonly chunkNumber: number;
  readonly totalChunks: number;
  readonly totalSize?: number;
}

const DEFAULT_TYPE = 'annex';

/** Large files in parts (wire facts 5). */
export function filePartRoutes(owner: RouteOwner, { partUploads }: Pick<Core, 'partUploads'>): BoundRoute[] {
  const nameOf = (call: CallScope, identifier: string) => ({ userId: sessionUserOf(call).userId as string, identifier });
  const routes = bindCore(owner, filePartContract, {
    arrived: ({ query }, _ctx, call) => partUploads.arrived(nameOf(call, query.identifier)),
    send: async (input, _ctx, call) => {
      const { file, fields } = input.body as unknown as ReceivedUpload; // multipart bodies arrive received
      const { identifier, chunkNumber: part, totalChunks: total, totalSize: totalBytes } = checkTextual(partFields, fields) as PartFields;
      return await partUploads.take(
        nameOf(call, identifier),
        { part, total, ...(totalBytes === undefined ? {} : { totalBytes }) },
        file,
        sessionUserOf(call).orgId,
      );
    },
    drop: async ({ query }, _ctx, call) => {
      await partUploads.drop(nameOf(call, query.identifier));
      return null;
    },
    merge: async ({ body }, ctx, call) => {
      const { identifier, fileName, fileSize } = body;
      const type = body.type || DEFAULT_TYPE;
      if (!TYPES.has(type)) throw new AppError('core.file-type', { code: EnvelopeCode.Invalid });
      const { orgId, userId } = sessionUserOf(call);
      const { fileId, contentType } = await partUploads.merge(nameOf(call, identifier), {
        fileName,
        type,
        ...(fileSize === undefined ? {} : { fileSize }),
        judge: (file) => assertFits(type, file),
        origin: { orgId, userId },
        gone: call.facts.gone,
      });
      ctx.audit({ subject: 'file', subjectId: fileId });
      const url = contentType.startsWith('image/') ? pictureAddress(type, fileId) : `/api/file/Download/${type}/${fileId}`;
      return { name: fileId, url, fileId, fileVersionId: fileId };
    },
  });
  return routes.map((bound) => (bound.route === filePartContract.routes.send ? { ...bound, takesParts: true as const } : bound));
}
