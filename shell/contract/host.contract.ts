import { defineContract, get, post, Type } from '@nephra/plugin-sdk/contract';

export const hostContract = defineContract('host', {
  /** Everybody learns whether the system is sound; which plugins it runs is for those who look after them, and for this computer itself. */
  health: get('/api/health', {
    summary: 'Ready or not; with the state of database and plugins for administrators',
    need: 'public',
    audit: 'none',
    reply: Type.Object({
      status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
      version: Type.Optional(Type.String()),
      database: Type.Optional(
        Type.Object({
          engine: Type.String(),
          ok: Type.Boolean(),
          /** Connections: most there may be, at work, and who waits without one: in queues for the same lock, or for a connection. */
          connections: Type.Object({ size: Type.Integer(), inUse: Type.Integer(), queued: Type.Integer(), waiting: Type.Integer() }),
        }),
      ),
      plugins: Type.Optional(Type.Array(Type.Object({ id: Type.String(), version: Type.String(), state: Type.String() }))),
      /** The last time that the server's clock was set: what it showed then, and by how many milliseconds; null = never noticed. */
      lastClockStep: Type.Optional(Type.Union([Type.Object({ at: Type.Integer(), byMs: Type.Integer() }), Type.Null()])),
    }),
  }),
  /** The document itself, without envelope, so that other tools can read it. */
  openapi: get('/api/openapi.json', {
    summary: 'OpenAPI description of every route that is on',
    need: 'perm:system.openapi',
    audit: 'none',
    raw: true,
    reply: Type.Null(),
  }),
});

const uploadReply = Type.Object({ name: Type.String(), url: Type.String(), fileId: Type.String(), fileVersionId: Type.String() });

/** Files (spec 7.16). `name` of the upload answer is the stored name; the original name stays with the caller. */
export const fileContract = defineContract('file', {
  upload: post('/api/file/Uploader/{type}', {
    summary: 'Upload one file',
    need: 'session',
    audit: 'write',
    retry: 'never',
    retryReason: 'each call stores a file',
    encoding: 'multipart',
    params: Type.Object({ type: Type.String({ maxLength: 40 }) }),
    reply: uploadReply,
  }),
  downloadLink: get('/api/file/Download/{type}/{fileName}', {
    summary: 'A download address for a stored file: good once, for five minutes; with `times` as often as that, for an hour. It ends with the session',
    need: 'session',
    audit: 'read',
    params: Type.Object({ type: Type.String({ maxLength: 40 }), fileName: Type.String({ maxLength: 120 }) }),
    query: Type.Object({ times: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })) }),
    reply: Type.Object({ name: Type.String(), url: Type.String() }),
  }),
  download: get('/api/file/Download', {
    summary: 'Bytes behind a one-time address',
    need: 'public',
    audit: 'read',
    raw: true,
    query: Type.Object({ encryption: Type.String({ maxLength: 400 }), name: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: Type.Null(),
  }),
  image: get('/api/file/Image/{type}/{fileName}', {
    summary: 'A stored picture, whole or small',
    need: 'public',
    audit: 'none',
    raw: true,
    // Longest side in pixels: 160 or 480. For any other text, and where none smaller can be made, the picture itself comes.
    query: Type.Object({ size: Type.Optional(Type.String({ maxLength: 8 })) }),
    params: Type.Object({ type: Type.String({ maxLength: 40 }), fileName: Type.String({ maxLength: 120 }) }),
    reply: Type.Null(),
  }),
  preview: get('/api/file/Uploader/Preview', {
    summary: 'Address of the preview of a stored document: of the preview server, or of this system itself (`/api/file/Preview/{fileId}`)',
    need: 'session',
    audit: 'read',
    query: Type.Object({ fileName: Type.String({ maxLength: 120 }), fileVersionId: Type.Optional(Type.String({ maxLength: 120 })) }),
    reply: Type.String(),
  }),
});
