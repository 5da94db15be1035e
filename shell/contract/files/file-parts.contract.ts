import { defineContract, del, get, post, type Static, Type } from '@nephra/plugin-sdk/contract';

// Not behind index.ts: what sends large files comes with the first one.

/** Bytes of every part but the last. */
export const PART_BYTES = 5 * 1_048_576;
/** The last part is smaller than this: clients of the platform send what is left over together with the last whole part. */
export const LAST_PART_LIMIT_BYTES = 2 * PART_BYTES;
/** Far more than the largest file needs, so that a file that is too large is called that. */
const MAX_PART_NUMBER = 1_000_000;

const identifier = Type.String({ minLength: 1, maxLength: 200 });

/** Which parts of a file have arrived. `uploaded`: all of them. Numbers begin with 1. */
export const partsArrived = Type.Object({ uploaded: Type.Boolean(), chunkNumbers: Type.Array(Type.Integer()) });
export type PartsArrived = Static<typeof partsArrived>;

/** Text fields beside the bytes of a part. Others that clients of the platform send (`chunkSize`, `filename` …) say nothing that is needed. */
export const partFields = Type.Object({
  /** What the sender calls the file while it is on its way; counts for this person alone. */
  identifier,
  chunkNumber: Type.Integer({ minimum: 1, maximum: MAX_PART_NUMBER }),
  totalChunks: Type.Integer({ minimum: 1, maximum: MAX_PART_NUMBER }),
  /** Bytes of the whole file. */
  totalSize: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** Large files in parts (wire facts 5): parts arrive one by one and in any order, and are put together at the end. */
export const filePartContract = defineContract('filePart', {
  arrived: get('/api/file/chunk', {
    summary: 'Which parts of a file have arrived',
    need: 'session',
    audit: 'none',
    query: Type.Object({ identifier }),
    reply: partsArrived,
  }),
  /** Nobody can fetch a part: what is on record is the file that is made of them. */
  send: post('/api/file/chunk', {
    summary: 'One part of a file: 5 MiB, the last one less than 10 MiB',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    encoding: 'multipart',
    transaction: 'own',
    reply: partsArrived,
  }),
  /** An addition of ours: without it parts stay for a day. */
  drop: del('/api/file/chunk', {
    summary: 'Throw away the parts of a file that is not wanted any more',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    query: Type.Object({ identifier }),
    reply: Type.Null(),
  }),
  merge: post('/api/file/merge', {
    summary: 'Make a stored file of parts that have all arrived',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    encoding: 'form',
    transaction: 'own',
    body: Type.Object({
      identifier,
      fileName: Type.String({ minLength: 1, maxLength: 260 }),
      /** Bytes; when given, the parts have to make as many. */
      fileSize: Type.Optional(Type.Integer({ minimum: 1 })),
      /** What the sender takes the file for; the server looks at the content. */
      fileType: Type.Optional(Type.String({ maxLength: 200 })),
      extension: Type.Optional(Type.String({ maxLength: 40 })),
      /** As in the address of an ordinary upload; default `annex`. */
      type: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    reply: Type.Object({ name: Type.String(), url: Type.String(), fileId: Type.String(), fileVersionId: Type.String() }),
  }),
});
