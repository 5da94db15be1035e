import { defineContract, get, listOf, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { documentRow } from './document.contract.ts';
import { DOCUMENT_MENU } from './limits.ts';

const need = `perm:${DOCUMENT_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });

export const leaver = Type.Object({ id: Type.String(), account: Type.String(), realName: Type.String(), files: Type.Integer(), bytes: Type.Number() });
export type Leaver = Static<typeof leaver>;

/** Documents of people whose accounts are out of use. System administrators alone (`core.system-only`). */
export const leaversContract = defineContract('leavers', {
  leavers: get('/api/extend/Document/Leavers', {
    summary: 'People out of use who still own documents, and how much; for system administrators',
    need,
    audit: 'none',
    reply: listOf(leaver),
  }),
  /** `documents.still-here`, `documents.person-unknown`, `documents.nothing-left`, `documents.too-many`. */
  handOver: post('/api/extend/Document/Leavers/{id}/Actions/HandOver', {
    summary: 'Give all documents of somebody out of use to somebody else, as a folder with the name of who left; for system administrators',
    need,
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ id }),
    body: Type.Object({ userId: id }),
    reply: documentRow,
  }),
});
