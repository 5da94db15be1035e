import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { bundleReason, type BundleRow, sql, type UploadBody } from '@nephra/plugin-sdk/server';
import { auditedValues } from '../../domain/bundle/audited-values.ts';
import type { Ctx } from '../tables/tables.ts';
import { callerOf } from './bundle-caller.ts';
import type { BundleProgress } from './bundle-progress.ts';
import { openBundle, type PartOfBundle, partsOfBundle, presentStamp } from './read-bundle.ts';

export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly same: number;
}
/** Entries that an audit entry shows with what they were before; of more it names the number alone. */
const MAX_AUDITED = 200;

/** Codes that are left out, by part; parts that are not named are left out whole. */
type Choice = ReadonlyMap<string, ReadonlySet<string>>;

/** @throws AppError `system.bundle-choice` */
function choiceOf(text: string | undefined): Choice {
  try {
    const given: unknown = JSON.parse(text ?? '');
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError();
    return new Map(
      Object.entries(given).map(([part, codes]) => {
        if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string')) throw new TypeError();
        return [part, new Set(codes as string[])];
      }),
    );
  } catch {
    throw new AppError('system.bundle-choice', { code: EnvelopeCode.Invalid });
  }
}

interface Work {
  readonly part: PartOfBundle;
  readonly rows: readonly BundleRow[];
}

function chosenWork(parts: readonly PartOfBundle[], choice: Choice): Work[] {
  return parts.flatMap((part) => {
    const without = choice.get(part.filed.id);
    if (!without || part.state !== 'taken') return [];
    return [{ part, rows: part.filed.rows.filter(({ code }) => !without.has(code)) }];
  });
}

/** What was here before, for the audit log. */
async function before(ctx: Ctx, work: readonly Work[]) {
  const found: Record<string, Record<string, unknown>> = {};
  let left = MAX_AUDITED;
  for (const { part, rows } of work) {
    const codes = rows.map(({ code }) => code).slice(0, left);
    left -= codes.length;
    if (codes.length === 0 || !part.here) continue;
    const stored = await part.here.part.export(callerOf(ctx), new Set(codes));
    found[part.filed.id] = Object.fromEntries(stored.rows.map(({ code, values }) => [code, auditedValues(values)]));
  }
  return found;
}

/**
 * Writes what was chosen of a bundle, all or nothing, through the rules of the pages. What is the same is not written, so that a second time changes nothing.
 * @throws AppError `system.bundle-signer-unknown`, `system.bundle-stale` when something was changed since the preview, `system.bundle-refused` naming part and entry
 */
export async function importBundle(ctx: Ctx, body: UploadBody, progress: BundleProgress): Promise<ImportCounts & { readonly digest: string }> {
  const choice = choiceOf(body.fields.choice);
  const { file, digest, fingerprint, signer } = await openBundle(ctx, body);
  // A refusal names the bundle, too.
  ctx.audit({ subject: 'bundle', subjectId: digest });
  if (signer === 'unknown') throw new AppError('system.bundle-signer-unknown', { code: EnvelopeCode.Refused });
  const parts = partsOfBundle(ctx, file);
  const work = chosenWork(parts, choice);
  if (work.every(({ rows }) => rows.length === 0)) throw new AppError('system.bundle-choice', { code: EnvelopeCode.Invalid });
  let counts: ImportCounts = { new: 0, changed: 0, same: 0 };
  let was: Awaited<ReturnType<typeof before>> = {};
  try {
    await ctx.transaction(async () => {
      counts = { new: 0, changed: 0, same: 0 };
      // Of two imports the second one looks at what the first one left.
      await sql`select pg_advisory_xact_lock(hashtextextended('system.bundle', 0))`.execute(ctx.db);
      if (body.fields.stamp !== (await presentStamp(callerOf(ctx), parts))) throw new AppError('system.bundle-stale', { code: EnvelopeCode.Conflict });
      was = await before(ctx, work);
      const told = progress.start(
        ctx.user.userId,
        work.reduce((sum, { rows }) => sum + rows.length, 0),
      );
      for (const one of work) counts = added(counts, await applied(ctx, one, told));
    });
  } finally {
    progress.end(ctx.user.userId);
  }
  ctx.audit({
    subject: 'bundle',
    subjectId: digest,
    before: was,
    after: {
      ...counts,
      signer: fingerprint,
      siteName: file.siteName,
      parts: Object.fromEntries(work.map(({ part, rows }) => [part.filed.id, rows.length])),
      written: Object.fromEntries(
        work.map(({ part, rows }) => [part.filed.id, Object.fromEntries(rows.slice(0, MAX_AUDITED).map(({ code, values }) => [code, auditedValues(values)]))]),
      ),
    },
  });
  ctx.message('bundle.imported', { ...counts });
  return { digest, ...counts };
}

async function applied(ctx: Ctx, { part, rows }: Work, told: () => void): Promise<ImportCounts> {
  if (!part.here || rows.length === 0) return { new: 0, changed: 0, same: 0 };
  let at = '';
  const caller = callerOf(ctx, ({ code, name }) => {
    at = name === '' || name === code ? code : `${name} (${code})`;
    told();
  });
  try {
    return await part.here.part.apply(caller, rows);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const reason = bundleReason(caller, part.here.part, error);
    throw new AppError('system.bundle-refused', { code: EnvelopeCode.Refused, params: { part: part.here.part.title[ctx.language], entry: at, reason } });
  }
}

const added = (a: ImportCounts, b: ImportCounts): ImportCounts => ({ new: a.new + b.new, changed: a.changed + b.changed, same: a.same + b.same });
