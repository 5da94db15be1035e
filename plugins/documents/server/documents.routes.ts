import { implement, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { documentContract } from '../contract/document.contract.ts';
import { leaversContract } from '../contract/leavers.contract.ts';
import { documentPreviewContract } from '../contract/preview.contract.ts';
import { entriesForMe, entriesIn, entriesInTrash, entriesShared, entryDetail, ownBytes } from './entry/entries.query.ts';
import { foldersFor, moveEntry } from './entry/move-entry.command.ts';
import { previewAddress, previewedFiles } from './files/document-preview.ts';
import { downloadEntry, mergeFile } from './files/document-transfer.ts';
import { addFile, createFolder, renameEntry } from './entry/write-entry.command.ts';
import { handOver } from './leavers/hand-over.command.ts';
import { leaversOf } from './leavers/leavers.query.ts';
import { sharedWithOf, shareEntry, unshareEntry } from './share/share.command.ts';
import type { DocumentsDb } from './tables/tables.ts';
import { destroyEntry, removeEntry, restoreEntry } from './trash/trash.command.ts';

export const documentRoutes = implement<DocumentsDb>()(documentContract, {
  list: ({ query }, ctx) => entriesIn(ctx, query),
  sharedWithMe: ({ query }, ctx) => entriesForMe(ctx, query),
  shared: ({ query }, ctx) => entriesShared(ctx, query),
  trash: ({ query }, ctx) => entriesInTrash(ctx, query),
  usage: async (_input, ctx) => ({ ownBytes: await ownBytes(ctx), ...(await ctx.files.room()) }),
  folders: async ({ params }, ctx) => ({ list: await foldersFor(ctx, params.id) }),
  one: ({ params }, ctx) => entryDetail(ctx, params.id),
  createFolder: ({ body }, ctx) => createFolder(ctx, body),
  addFile: ({ body }, ctx) => addFile(ctx, body),
  merge: ({ body }, ctx) => mergeFile(ctx, body),
  download: ({ params }, ctx) => downloadEntry(ctx, params.id),
  rename: ({ params, body }, ctx) => renameEntry(ctx, params.id, body.fullName),
  move: ({ params }, ctx) => moveEntry(ctx, params.id, params.toId),
  remove: async ({ params }, ctx) => {
    await removeEntry(ctx, params.id);
    return null;
  },
  sharedWith: async ({ params }, ctx) => ({ list: await sharedWithOf(ctx, params.id) }),
  share: async ({ params, body }, ctx) => ({ list: await shareEntry(ctx, params.id, body) }),
  unshare: async ({ params, query }, ctx) => ({ list: await unshareEntry(ctx, params.id, query.userId) }),
  restore: async ({ params }, ctx) => {
    await restoreEntry(ctx, params.id);
    return null;
  },
  destroy: async ({ params }, ctx) => {
    await destroyEntry(ctx, params.id);
    return null;
  },
});

/** Of people who have left. */
export const leaversRoutes = implement<DocumentsDb>()(leaversContract, {
  async leavers(_input, ctx) {
    requireSystemAdministrator(ctx);
    return { list: await leaversOf(ctx) };
  },
  handOver({ params, body }, ctx) {
    requireSystemAdministrator(ctx);
    return handOver(ctx, params.id, body.userId);
  },
});

/** What older clients ask to look at a file. */
export const documentPreviewRoutes = implement<DocumentsDb>()(documentPreviewContract, {
  list: ({ query }, ctx) => previewedFiles(ctx, query.keyword ?? ''),
  address: ({ params }, ctx) => previewAddress(ctx, params.fileId),
});
