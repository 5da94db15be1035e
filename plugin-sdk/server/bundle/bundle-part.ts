import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { AppError, EnvelopeCode, type TSchema } from '../../contract/index.ts';
import type { RequestContext, ServerContext } from '../context.ts';
import { type ExtensionProvider, extend } from '../define-server-plugin.ts';
import { contextOfReader } from '../home-cards.ts';
import { bundleDifference, parentsBefore } from './bundle-difference.ts';
import { type BundleCaller, type BundleContent, type BundleFinding, type BundlePart, type BundleRow, bundleParts } from './bundle-points.ts';

/** Writes one entry as the plugin's own page would, with its rules. @param before the entry as it stands here; undefined: it is new */
export type BundleWrite = (row: BundleRow, before: BundleRow | undefined) => Promise<unknown>;

/** A part by what it has and how one entry of it is written; comparing, trying and counting follow. */
export interface BundlePartSpec<DB> extends Pick<BundlePart, 'id' | 'title' | 'format' | 'fields' | 'byChoice'> {
  readonly after?: readonly string[];
  /** Shape of `values`, of every format that is read: whoever signed a file, what is in it is checked. Limits of texts are those of the rules that write. */
  readonly values: TSchema;
  /** As `BundlePart.export`. */
  readonly rows: (ctx: RequestContext<DB>, codes?: ReadonlySet<string>) => Promise<BundleContent | readonly BundleRow[]>;
  /** Asked once for each run, so that what all entries need is read once. It refuses with an AppError: that is what the preview shows as conflict. */
  readonly writer: (ctx: RequestContext<DB>) => Promise<BundleWrite>;
}

const malformed = (code: string): AppError => new AppError('core.bundle-entry', { code: EnvelopeCode.Invalid, params: { code } });

/** What a run needs: what stands here, and how it is written. */
async function started<DB>({ rows: here, values, writer }: BundlePartSpec<DB>, ctx: RequestContext<DB>, rows: readonly BundleRow[]) {
  const found = await here(ctx, new Set(rows.map(({ code }) => code)));
  const before = new Map(('rows' in found ? found.rows : found).map((row) => [row.code, row]));
  const write = await writer(ctx);
  return {
    difference: (row: BundleRow) => {
      const stored = before.get(row.code);
      return { stored, fields: bundleDifference(stored, row) };
    },
    async write(row: BundleRow, stored: BundleRow | undefined): Promise<void> {
      if (!Value.Check(values, row.values)) throw malformed(row.code);
      await write(row, stored);
    },
  };
}

/** A savepoint: a statement that fails would end the transaction for the entries behind it. */
async function attempt<DB>({ db }: RequestContext<DB>, work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  await sql`savepoint bundle_entry`.execute(db);
  try {
    await work();
    await sql`release savepoint bundle_entry`.execute(db);
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint bundle_entry`.execute(db);
    return { error };
  }
}

async function compared<DB>(spec: BundlePartSpec<DB>, ctx: RequestContext<DB>, caller: BundleCaller, rows: readonly BundleRow[]): Promise<BundleFinding[]> {
  const run = await started(spec, ctx, rows);
  const findings: BundleFinding[] = [];
  for (const row of parentsBefore(rows)) {
    caller.step(row);
    const { stored, fields } = run.difference(row);
    const { code } = row;
    // What is here is called as its readers call it; the file was made in the language of whoever made it.
    const name = stored?.name ?? row.name;
    if (stored && fields.length === 0) {
      findings.push({ code, name, act: 'same', fields, reason: '' });
      continue;
    }
    const failed = await attempt(ctx, () => run.write(row, stored));
    findings.push({
      code,
      name,
      fields,
      ...(failed ? { act: 'conflict', reason: bundleReason(caller, spec, failed.error) } : { act: stored ? 'changed' : 'new', reason: '' }),
    });
  }
  return findings;
}

/** Why an entry was refused: what is wrong with single fields says more than the sentence above them. @throws what is no refusal */
export function bundleReason(caller: Pick<BundleCaller, 'refusalText' | 'language'>, { fields }: Pick<BundlePart, 'fields'>, error: unknown): string {
  const refusal = caller.refusalText(error);
  const { msg } = refusal;
  const told = refusal.fields
    .filter((field) => field.msg !== '')
    .map((field) => [fields[field.path]?.label[caller.language], field.msg].filter((text) => text !== undefined).join(caller.language === 'en' ? ': ' : '：'));
  return told.length > 0 ? told.join(' ') : msg;
}

async function applied<DB>(spec: BundlePartSpec<DB>, ctx: RequestContext<DB>, caller: BundleCaller, rows: readonly BundleRow[]) {
  const run = await started(spec, ctx, rows);
  const counts = { new: 0, changed: 0, same: 0 };
  for (const row of parentsBefore(rows)) {
    caller.step(row);
    const { stored, fields } = run.difference(row);
    if (stored && fields.length === 0) counts.same += 1;
    else {
      await run.write(row, stored);
      counts[stored ? 'changed' : 'new'] += 1;
    }
  }
  return counts;
}

/**
 * Lets a subject of the plugin go along from site to site: `extensions: [bundlePart({ id: 'wards', title, format: 1, fields, values, rows, writer })]`.
 * What its writing refuses is a conflict of the preview: the preview tries each entry and takes everything back.
 * @param spec.rows and `spec.writer` get the plugin's own context as in a call of the administrator, without audit entries: a bundle has one for all
 */
export const bundlePart = <DB>(spec: BundlePartSpec<DB>): ExtensionProvider<DB> =>
  extend(bundleParts, (own: ServerContext<DB>): BundlePart => {
    const { id, title, format, after = [], fields, byChoice = false } = spec;
    return {
      id,
      title,
      format,
      after,
      byChoice,
      fields,
      async export(caller, codes) {
        const found = await spec.rows(contextOfReader(own, caller), codes);
        return 'rows' in found ? found : { rows: found, left: [] };
      },
      compare: (caller, rows) => compared(spec, contextOfReader(own, caller), caller, rows),
      apply: (caller, rows) => applied(spec, contextOfReader(own, caller), caller, rows),
    };
  });
