import type { BundleFinding, UploadBody } from '@nephra/plugin-sdk/server';
import type { BundleEntry, BundlePartPreview, BundlePreview } from '../../contract/bundle/bundle.contract.ts';
import { shownValue } from '../../domain/bundle/shown-value.ts';
import type { Ctx } from '../tables/tables.ts';
import { callerOf, type NamedPart } from './bundle-caller.ts';
import type { BundleProgress } from './bundle-progress.ts';
import { openBundle, type PartOfBundle, partsOfBundle, presentStamp } from './read-bundle.ts';

/** Thrown behind the last entry of a preview, so that nothing of it stays. */
class PreviewEnds extends Error {}

const ORDER = { conflict: 0, changed: 1, new: 2 } as const;

/** As the form of the part shows its fields. */
const inFormOrder = ({ part }: NamedPart, fields: BundleFinding['fields']): BundleFinding['fields'] => {
  const names = Object.keys(part.fields);
  return [...fields].sort((a, b) => names.indexOf(a.field) - names.indexOf(b.field));
};

function entryOf(ctx: Ctx, here: NamedPart, { code, name, act, fields, reason }: BundleFinding): BundleEntry[] {
  if (act === 'same') return [];
  const { part } = here;
  const shown = (field: string, value: BundleFinding['fields'][number]['to']): string => shownValue(value, part.fields[field]?.words, ctx.language);
  const told = inFormOrder(here, fields).map(({ field, from, to }) => ({
    label: part.fields[field]?.label[ctx.language] ?? field,
    from: shown(field, from),
    to: shown(field, to),
  }));
  // Of a new entry what is empty says nothing.
  return [{ code, name, act, reason, fields: act === 'new' ? told.filter(({ to }) => to !== '') : told }];
}

async function partPreview(ctx: Ctx, { filed, here, state }: PartOfBundle, compare: (here: NamedPart) => Promise<readonly BundleFinding[]>) {
  const findings = here && state === 'taken' ? await compare(here) : [];
  const counts = { new: 0, changed: 0, same: 0, conflict: 0 };
  for (const { act } of findings) counts[act] += 1;
  const entries = here ? findings.flatMap((finding) => entryOf(ctx, here, finding)).sort((a, b) => ORDER[a.act] - ORDER[b.act]) : [];
  const { id, title, rows, left } = filed;
  const preview: BundlePartPreview = { id, title: (here?.part.title ?? title)[ctx.language], rows: rows.length, left: [...left], state, counts, entries };
  return preview;
}

/** What a bundle would change, found out by doing it and taking it back: the rules that refuse are those of the pages. */
export async function previewBundle(ctx: Ctx, body: UploadBody, progress: BundleProgress): Promise<BundlePreview> {
  const { file, digest, fingerprint, signer, confirmedBy } = await openBundle(ctx, body);
  const { siteName, madeAt, product, publicKey } = file;
  const head = { digest, siteName, madeAt: Date.parse(madeAt), product, signer: { fingerprint, publicKey, state: signer, confirmedBy } };
  ctx.audit({ subject: 'bundle', subjectId: digest, note: signer });
  if (signer === 'unknown') return { ...head, parts: [], stamp: '' };
  const parts = partsOfBundle(ctx, file);
  const stamp = await presentStamp(callerOf(ctx), parts);
  let previews: BundlePartPreview[] = [];
  try {
    await ctx.transaction(async () => {
      // It may run a second time, after a lost race.
      previews = [];
      const step = progress.start(ctx.user.userId, total(parts));
      const caller = callerOf(ctx, step);
      for (const one of parts) previews.push(await partPreview(ctx, one, ({ part }) => part.compare(caller, one.filed.rows)));
      throw new PreviewEnds();
    });
  } catch (error) {
    if (!(error instanceof PreviewEnds)) throw error;
  } finally {
    progress.end(ctx.user.userId);
  }
  return { ...head, parts: previews, stamp };
}

const total = (parts: readonly PartOfBundle[]): number => parts.reduce((sum, { filed, state }) => sum + (state === 'taken' ? filed.rows.length : 0), 0);
