import { defineContract, del, get, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';

const entryRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  note: Type.String(),
  /** Milliseconds. */
  createdTime: Type.Integer(),
});
export type EntryRow = Static<typeof entryRow>;

/** Calls of this plugin: the server must answer each, the page gets a typed method for each. */
export const entriesContract = defineContract('samplePlugin', {
  list: get('/api/sample-plugin/entries', {
    summary: 'Entries of the facility',
    need: 'perm:sample_plugin.entries',
    audit: 'read',
    query: Type.Object({ ...pageQuery }),
    reply: pageOf(entryRow),
  }),
  add: post('/api/sample-plugin/entries', {
    summary: 'Add an entry',
    need: 'perm:sample_plugin.entries:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 60 }), note: Type.String({ maxLength: 200 }) }),
    reply: Type.Object({ id: Type.String() }),
  }),
  remove: del('/api/sample-plugin/entries/{id}', {
    summary: 'Remove an entry',
    need: 'perm:sample_plugin.entries:btn_remove',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: Type.String({ maxLength: 60 }) }),
    reply: Type.Null(),
  }),
});
