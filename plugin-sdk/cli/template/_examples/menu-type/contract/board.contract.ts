import { defineContract, get, listOf, post, type Static, Type } from '@nephra/plugin-sdk/contract';

const board = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z0-9-]+$' });
const notice = Type.Object({ id: Type.String(), text: Type.String() });
export type Notice = Static<typeof notice>;

export const boardContract = defineContract('samplePlugin', {
  list: get('/api/sample-plugin/board/{board}', {
    summary: 'Notices of a board, newest first',
    need: 'perm:sample_plugin.board',
    audit: 'read',
    params: Type.Object({ board }),
    reply: listOf(notice),
  }),
  add: post('/api/sample-plugin/board/{board}', {
    summary: 'Add a notice',
    need: 'perm:sample_plugin.board:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ board }),
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 200 }) }),
    reply: Type.Object({ id: Type.String() }),
  }),
});
