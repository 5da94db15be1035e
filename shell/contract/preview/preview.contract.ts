import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';

// Not behind index.ts: what comes with the preview alone stays out of the first bytes of the shell.

/** What a stored file shows in the preview dialog; `none` = it can only be downloaded. */
export const previewContent = Type.Union([
  /** The bytes themselves are fetched and drawn by the browser. */
  Type.Object({ kind: Type.Literal('pdf') }),
  Type.Object({ kind: Type.Literal('picture') }),
  Type.Object({ kind: Type.Literal('audio') }),
  Type.Object({ kind: Type.Literal('video') }),
  Type.Object({ kind: Type.Literal('none') }),
  /** `cut`: the file goes on behind the text. */
  Type.Object({ kind: Type.Literal('text'), text: Type.String(), cut: Type.Boolean() }),
  /** A text document as HTML. `picturesLeftOut`: too large, or of a kind that browsers do not know. */
  Type.Object({ kind: Type.Literal('document'), html: Type.String(), cut: Type.Boolean(), picturesLeftOut: Type.Integer() }),
  /** One sheet of a workbook. `rows` bear the numbers that the spreadsheet counts them by; empty rows are left out. */
  Type.Object({
    kind: Type.Literal('sheet'),
    sheets: Type.Array(Type.String()),
    at: Type.Integer(),
    rows: Type.Array(Type.Object({ number: Type.Integer(), cells: Type.Array(Type.String()) })),
    moreRows: Type.Boolean(),
    moreColumns: Type.Boolean(),
    maxRows: Type.Integer(),
    maxColumns: Type.Integer(),
  }),
]);
export type PreviewContent = Static<typeof previewContent>;

/** File id of the preview that this system makes itself (`ownPreviewAddress`); undefined for the address of a preview server. */
export const ownPreviewFile = (address: string): string | undefined => /^\/api\/file\/Preview\/(\d{8}_[0-9a-f]{32}\.[a-z0-9]{1,8})$/.exec(address)?.[1];

/** Files as the preview dialog shows them, without any other server. Whoever may download a file may look at it. */
export const previewContract = defineContract('preview', {
  content: get('/api/file/Preview/{fileName}', {
    summary: 'What a stored file shows in the preview dialog; of a workbook one sheet',
    need: 'session',
    audit: 'read',
    params: Type.Object({ fileName: Type.String({ maxLength: 120 }) }),
    /** Place of the sheet among the visible ones, from 0. */
    query: Type.Object({ sheet: Type.Optional(Type.Integer({ minimum: 0, maximum: 999 })) }),
    reply: previewContent,
  }),
  bytes: get('/api/file/Preview/{fileName}/Content', {
    summary: 'Bytes of a PDF, a picture or a recording, for the preview dialog',
    need: 'session',
    audit: 'read',
    raw: true,
    params: Type.Object({ fileName: Type.String({ maxLength: 120 }) }),
    reply: Type.Null(),
  }),
  /** Players of browsers fetch by address alone, in pieces, and go back and forth in them. */
  playLink: get('/api/file/Preview/{fileName}/Link', {
    summary: 'An address under which a recording is played, good for four hours and as long as the session is open',
    need: 'session',
    audit: 'read',
    params: Type.Object({ fileName: Type.String({ maxLength: 120 }) }),
    reply: Type.Object({ url: Type.String() }),
  }),
  /** Every piece is a call of its own; on record is that the address was given. */
  play: get('/api/file/Play', {
    summary: 'Bytes of a recording, or a range of them',
    need: 'public',
    audit: 'none',
    raw: true,
    query: Type.Object({ ticket: Type.String({ maxLength: 400 }) }),
    reply: Type.Null(),
  }),
});
