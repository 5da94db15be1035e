import { defineContract, del, fileLink, get, listOf, pageOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { DOCUMENT_MENU, MAX_NAME, MAX_SHARED_WITH } from './limits.ts';

const need = `perm:${DOCUMENT_MENU}` as const;
const id = Type.String({ minLength: 1, maxLength: 64 });
const params = Type.Object({ id });
const fullName = Type.String({ minLength: 1, maxLength: MAX_NAME });
const right = Type.Union([Type.Literal('read'), Type.Literal('change')]);
const flag = Type.Integer();

/** A folder or a file as somebody sees it who may read it. */
export const documentRow = Type.Object({
  id: Type.String(),
  /** `0`: the topmost folder. */
  parentId: Type.String(),
  fullName: Type.String(),
  /** 0: folder, 1: file. */
  type: Type.Integer(),
  /** Bytes; 0 of a folder. */
  fileSize: Type.Integer(),
  /** `pdf`; empty of a folder. */
  fileExtension: Type.String(),
  /** In the file storage; empty of a folder. */
  fileId: Type.String(),
  ownerId: Type.String(),
  ownerName: Type.String(),
  /** 1: shared with somebody by itself. */
  isShare: flag,
  /** 1: the caller may rename it, and where it is a folder put something into it. */
  mayChange: flag,
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Integer(),
  /** When it was put into the recycle bin; 0: it is not there. */
  deleteTime: Type.Integer(),
});
export type DocumentRow = Static<typeof documentRow>;

export const documentDetail = Type.Object({
  ...documentRow.properties,
  /** Folders above it, the topmost first, as far as the caller sees them; the last one is itself. */
  path: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })),
});
export type DocumentDetail = Static<typeof documentDetail>;

export const sharedWith = Type.Object({ id: Type.String(), account: Type.String(), realName: Type.String(), right });
export type SharedWith = Static<typeof sharedWith>;
export type ShareRight = Static<typeof right>;

const listQuery = { currentPage: pageQuery.currentPage, pageSize: pageQuery.pageSize, keyword: pageQuery.keyword, sort: pageQuery.sort, sidx: pageQuery.sidx };
const list = Type.Object(listQuery);

/**
 * Documents of people (wire facts, extend.document): folders and files of one's own, those that others share, and the recycle bin. An entry that the caller may not read is
 * answered like one that does not exist (`documents.unknown`, 404); one that they may read and not change, `documents.read-only` (403). Sorted by `fullName`, `fileSize` or
 * `lastModifyTime`, folders first.
 */
export const documentContract = defineContract('document', {
  list: get('/api/extend/Document', {
    summary: 'What lies in a folder; with `keyword` all below it whose name holds it',
    need,
    audit: 'none',
    query: Type.Object({ ...listQuery, parentId: Type.Optional(Type.String({ maxLength: 64 })) }),
    reply: pageOf(documentRow),
  }),
  sharedWithMe: get('/api/extend/Document/ShareTome', {
    summary: 'What others share with the caller',
    need,
    audit: 'none',
    query: list,
    reply: pageOf(documentRow),
  }),
  shared: get('/api/extend/Document/Share', { summary: 'What the caller shares', need, audit: 'none', query: list, reply: pageOf(documentRow) }),
  trash: get('/api/extend/Document/Trash', {
    summary: 'What was deleted of the caller’s, and from folders of others that they may change, the last deleted first',
    need,
    audit: 'none',
    query: list,
    reply: pageOf(documentRow),
  }),
  usage: get('/api/extend/Document/Usage', {
    summary: 'Bytes that the caller keeps here, those in the recycle bin included, and room of their organisation; `quotaBytes` 0: as much as the disk holds',
    need,
    audit: 'none',
    reply: Type.Object({ ownBytes: Type.Number(), usedBytes: Type.Number(), quotaBytes: Type.Number() }),
  }),
  folders: get('/api/extend/Document/FolderTree/{id}', {
    summary: 'Folders that an entry may be moved to: of its owner, as far as the caller may change them, without itself and what lies in it',
    need,
    audit: 'none',
    params,
    reply: listOf(Type.Object({ id: Type.String(), parentId: Type.String(), fullName: Type.String() })),
  }),
  one: get('/api/extend/Document/{id}', { summary: 'An entry and the folders above it', need, audit: 'none', params, reply: documentDetail }),
  /** `documents.name-taken`, `documents.name-empty`, `documents.too-deep`, `documents.too-many`. */
  createFolder: post('/api/extend/Document', {
    summary: 'Make a folder',
    need: `${need}:btn_add`,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ parentId: Type.String({ maxLength: 64 }), fullName }),
    reply: documentRow,
  }),
  /** The caller's own upload of the type `document`. A name that is taken gets a number: `a (2).pdf`. An upload that stands here already is not added again. */
  addFile: post('/api/extend/Document/File', {
    summary: 'Put an uploaded file into a folder',
    need: `${need}:btn_add`,
    audit: 'write',
    retry: 'natural',
    body: Type.Object({ parentId: Type.String({ maxLength: 64 }), fileId: Type.String({ minLength: 1, maxLength: 120 }), fullName }),
    reply: documentRow,
  }),
  /** As `addFile`, of a file that came in parts (`/api/file/chunk`). Refused as `core.upload-…` says, and as a folder is. */
  merge: post('/api/extend/Document/merge', {
    summary: 'Make a file of parts that have all arrived, and put it into a folder',
    need: `${need}:btn_add`,
    audit: 'write',
    retry: 'idempotent-key',
    encoding: 'form',
    transaction: 'own',
    body: Type.Object({
      identifier: Type.String({ minLength: 1, maxLength: 200 }),
      fileName: Type.String({ minLength: 1, maxLength: 260 }),
      parentId: Type.Optional(Type.String({ maxLength: 64 })),
      fileSize: Type.Optional(Type.Integer({ minimum: 1 })),
      fileType: Type.Optional(Type.String({ maxLength: 200 })),
      extension: Type.Optional(Type.String({ maxLength: 40 })),
      type: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    reply: documentRow,
  }),
  /** Older clients get an address that is good once; ours the bytes. A folder is answered like one that does not exist. */
  download: post('/api/extend/Document/Download/{id}', {
    summary: 'A file of the caller’s own, or one that is shared with them',
    need,
    audit: 'read',
    retry: 'natural',
    params,
    raw: true,
    link: true,
    reply: fileLink,
  }),
  /** The extension of a file stays. `documents.name-taken`, `documents.name-empty`. */
  rename: put('/api/extend/Document/{id}', {
    summary: 'Rename an entry',
    need: `${need}:btn_edit`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ fullName }),
    reply: documentRow,
  }),
  /** `documents.into-itself`, `documents.other-owner`, `documents.name-taken`, `documents.too-deep`. */
  move: put('/api/extend/Document/{id}/Actions/MoveTo/{toId}', {
    summary: 'Move an entry to another folder of the same owner; `0` is the topmost',
    need: `${need}:btn_edit`,
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id, toId: id }),
    reply: documentRow,
  }),
  /** There already: nothing happens. */
  remove: del('/api/extend/Document/{id}', {
    summary: 'Put an entry with all that lies in it into the recycle bin',
    need: `${need}:btn_remove`,
    audit: 'write',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
  sharedWith: get('/api/extend/Document/ShareUser/{id}', {
    summary: 'With whom the caller shares an entry',
    need,
    audit: 'none',
    params,
    reply: listOf(sharedWith),
  }),
  /** The owner alone. People whom the caller may write to (`documents.person-unknown`); who has it already gets this right. `documents.too-many-people`. */
  share: post('/api/extend/Document/{id}/Actions/Share', {
    summary: 'Share an entry with people',
    need: `${need}:btn_share`,
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ userIds: Type.Array(id, { minItems: 1, maxItems: MAX_SHARED_WITH }), right }),
    reply: listOf(sharedWith),
  }),
  unshare: del('/api/extend/Document/{id}/Actions/Share', {
    summary: 'Share an entry no longer: with one person, or with nobody',
    need: `${need}:btn_share`,
    audit: 'write',
    retry: 'natural',
    params,
    query: Type.Object({ userId: Type.Optional(id) }),
    reply: listOf(sharedWith),
  }),
  /** Where its folder is gone it comes to the topmost one; a name that is taken gets a number. Restored already: nothing happens. */
  restore: post('/api/extend/Document/Trash/{id}/Actions/Recovery', {
    summary: 'Take an entry out of the recycle bin',
    need: `${need}:btn_restore`,
    audit: 'write',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
  /** The owner alone. Gone already: nothing happens. */
  destroy: del('/api/extend/Document/Trash/{id}', {
    summary: 'Delete an entry of the recycle bin for good',
    need: `${need}:btn_destroy`,
    audit: 'write',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
});
