import { defineContract, get, post, type Static, Type } from '@nephra/plugin-sdk/contract';

const id = Type.String({ minLength: 1, maxLength: 64 });

const exportJob = Type.Object({
  id,
  /** Name of the file; empty while it is not known. */
  name: Type.String(),
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed'), Type.Literal('cancelled')]),
  /** Rows that have come from the database. */
  rowsRead: Type.Integer(),
  /** Rows of them that are in the file. */
  rowsWritten: Type.Integer(),
  /** Size of the file; 0 while it is being made. */
  bytes: Type.Integer(),
  /** Milliseconds. */
  startedAt: Type.Integer(),
  endedAt: Type.Union([Type.Integer(), Type.Null()]),
  /** Why there is no file, for people; empty when there is nothing to say. */
  reason: Type.String(),
});
export type ExportJob = Static<typeof exportJob>;

/** What an export route answers instead of a file when the caller allowed it (`Prefer: respond-async`) and the file goes on being made. */
export const exportGoesOn = Type.Object({ exportId: id });

/** Exports that go on in the background. Everybody sees their own alone. */
export const exportsContract = defineContract('exports', {
  list: get('/api/system/Exports', {
    summary: 'The caller’s exports that are made in the background or were, newest first',
    need: 'session',
    audit: 'none',
    reply: Type.Object({ list: Type.Array(exportJob) }),
  }),
  cancel: post('/api/system/Exports/{id}/Actions/Cancel', {
    summary: 'Stop an export; its query ends and nothing is kept',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    reply: exportJob,
  }),
  file: get('/api/system/Exports/{id}/File', {
    summary: 'The file of an export; needs the permission that the export needed',
    need: 'session',
    audit: 'export',
    raw: true,
    params: Type.Object({ id }),
    reply: Type.Null(),
  }),
});
