import { defineContract, del, fileLink, get, post, type Static, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { BUNDLE_PAGE, MAX_BUNDLE_PARTS, MAX_BUNDLE_ROWS, MAX_PUBLIC_KEY, MAX_SITE_NAME } from './bundle-limits.ts';

const need = `perm:${BUNDLE_PAGE}` as const;
const count = Type.Integer({ minimum: 0 });

const signer = Type.Object({
  /** SHA-256 of the public key, hex: what two sites compare by telephone. */
  fingerprint: Type.String(),
  siteName: Type.String(),
  confirmedBy: Type.String(),
  /** Milliseconds. */
  confirmedAt: Type.Integer(),
});
export type BundleSigner = Static<typeof signer>;

const partHead = {
  /** `system.dictionaries` */
  id: Type.String(),
  /** In the reader's language, as is the name of its plugin. */
  title: Type.String(),
  /** Entries that the site has made its own. */
  rows: count,
  /** Secrets and what is of this site alone: they stay here. */
  left: Type.Array(Type.Object({ name: Type.String(), why: Type.Union([Type.Literal('secret'), Type.Literal('local'), Type.Literal('large')]) })),
};
const partInfo = Type.Object({
  ...partHead,
  /** It goes along only where somebody chooses it. */
  byChoice: Type.Boolean(),
});
export type BundlePartInfo = Static<typeof partInfo>;

const entry = Type.Object({
  code: Type.String(),
  name: Type.String(),
  act: Type.Union([Type.Literal('new'), Type.Literal('changed'), Type.Literal('conflict')]),
  /** Values as text, cut where they are long; `from` is empty for what is new. */
  fields: Type.Array(Type.Object({ label: Type.String(), from: Type.String(), to: Type.String() })),
  /** Why it cannot be written, of a conflict. */
  reason: Type.String(),
});
export type BundleEntry = Static<typeof entry>;

const partPreview = Type.Object({
  ...partHead,
  /** `absent`: no running plugin takes it; `newer`: its plugin is newer at the other site. Neither is written. */
  state: Type.Union([Type.Literal('taken'), Type.Literal('absent'), Type.Literal('newer')]),
  counts: Type.Object({ new: count, changed: count, same: count, conflict: count }),
  /** Those that differ, conflicts first. */
  entries: Type.Array(entry),
});
export type BundlePartPreview = Static<typeof partPreview>;

const preview = Type.Object({
  /** SHA-256 of what was signed, hex: the audit log names the bundle by it. */
  digest: Type.String(),
  siteName: Type.String(),
  /** Milliseconds. */
  madeAt: Type.Integer(),
  product: Type.String(),
  signer: Type.Object({
    fingerprint: Type.String(),
    publicKey: Type.String(),
    /** `unknown`: nothing of the bundle was looked at; it is after its signer was confirmed. */
    state: Type.Union([Type.Literal('own'), Type.Literal('confirmed'), Type.Literal('unknown')]),
    confirmedBy: Type.String(),
  }),
  parts: Type.Array(partPreview),
  /** Stands for what is here now; taken along it keeps an import from writing over what was changed since. Empty while the signer is unknown. */
  stamp: Type.String(),
});
export type BundlePreview = Static<typeof preview>;

const partChoice = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 130 }),
  /** Entries by code, as they stand here now; left out: all that the site has made its own. */
  codes: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: MAX_BUNDLE_ROWS })),
});
const upload = { need, transaction: 'own', encoding: 'multipart', body: uploadBody } as const;

/** What the site has made its own, carried to another site as one signed file. All of it is for system administrators. */
export const bundleContract = defineContract('bundle', {
  parts: get('/api/system/Bundle/Parts', {
    summary: 'What can be carried, how much of it there is, the key of this site and the signers that were confirmed',
    need,
    audit: 'none',
    reply: Type.Object({ list: Type.Array(partInfo), fingerprint: Type.String(), siteName: Type.String(), signers: Type.Array(signer) }),
  }),
  exportFile: post('/api/system/Bundle/Actions/Export', {
    summary: 'The chosen parts as one signed JSON file; passwords and keys are not among them',
    need,
    audit: 'export',
    retry: 'natural',
    transaction: 'own',
    raw: true,
    body: Type.Object({ parts: Type.Array(partChoice, { minItems: 1, maxItems: MAX_BUNDLE_PARTS }) }),
    reply: fileLink,
  }),
  look: post('/api/system/Bundle/Actions/Preview', {
    ...upload,
    summary: 'What a bundle would change, entry by entry; each is tried and taken back. A file that was changed, or of a newer version, is refused',
    audit: 'read',
    retry: 'natural',
    reply: preview,
  }),
  importFile: post('/api/system/Bundle/Actions/Import', {
    ...upload,
    summary:
      'Writes what was chosen, all or nothing; a second time it changes nothing. Fields: `stamp` of the preview, `choice` as JSON `{"<part>":["code left out"]}`; parts that it does not name are left out',
    audit: 'security',
    retry: 'natural',
    reply: Type.Object({ digest: Type.String(), new: count, changed: count, same: count }),
  }),
  progress: get('/api/system/Bundle/Actions/Progress', {
    summary: 'How far the caller’s preview or import is, where this server is at it; zeros otherwise',
    need,
    audit: 'none',
    reply: Type.Object({ done: count, total: count }),
  }),
  confirm: post('/api/system/Bundle/Signers', {
    summary: 'Takes bundles of a signer from now on: an administrator compared the fingerprint with the other site',
    need,
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ publicKey: Type.String({ minLength: 1, maxLength: MAX_PUBLIC_KEY }), siteName: Type.String({ maxLength: MAX_SITE_NAME }) }),
    reply: Type.Object({ fingerprint: Type.String() }),
  }),
  forget: del('/api/system/Bundle/Signers/{fingerprint}', {
    summary: 'Takes no more bundles of a signer; what was written stays',
    need,
    audit: 'security',
    retry: 'natural',
    params: Type.Object({ fingerprint: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: Type.Null(),
  }),
});
