import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { DOCUMENT_MENU } from './limits.ts';

const need = `perm:${DOCUMENT_MENU}` as const;

/** A file that the caller may read and that a preview shows, as clients of the platform list it. */
export const previewedFile = Type.Object({
  /** Of the document; what the address is asked by. */
  fileId: Type.String(),
  fileName: Type.String(),
  /** `pdf`. */
  fileType: Type.String(),
  /** For reading: `12 KB`. */
  fileSize: Type.String(),
  /** Milliseconds: when it was last changed. */
  fileTime: Type.Integer(),
});
export type PreviewedFile = Static<typeof previewedFile>;

/**
 * Documents to be looked at (wire facts, extend.documentPreview). The page of this product opens its own preview dialog and needs neither call.
 * Nothing leaves the house: the kinds of preview that the platform knows (`localPreview`, `yozoOnlinePreview`) are answered alike.
 */
export const documentPreviewContract = defineContract('document-preview', {
  list: get('/api/extend/DocumentPreview', {
    summary: 'Files of the caller’s own and those shared with them that a preview shows, the latest 500, last changed first; a bare list',
    need,
    audit: 'none',
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: Type.Array(previewedFile),
  }),
  address: get('/api/extend/DocumentPreview/{fileId}/Preview', {
    summary: 'Address of the preview of a document; of a folder, a file of another kind, and one that the caller may not read: `documents.unknown`',
    need,
    audit: 'read',
    params: Type.Object({ fileId: Type.String({ minLength: 1, maxLength: 64 }) }),
    query: Type.Object({ previewType: Type.Optional(Type.Union([Type.Literal('localPreview'), Type.Literal('yozoOnlinePreview')])) }),
    reply: Type.String(),
  }),
});
