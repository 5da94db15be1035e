import { setImmediate } from 'node:timers/promises';
import { AppError, EnvelopeCode, type Static } from '@nephra/plugin-sdk/contract';
import { assertVersion, pinyinInitials, type RequestContext, searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { createDiagnosisBody, DiagnosisListRow, updateDiagnosisBody } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { cleanCode } from '../../../domain/printing/diagnosis-sheet.ts';
import { type DiagnosisStored, diagnosisTable } from '../../tables/diagnosis.table.ts';
import type { DiagnosisColumns, PrescriptionDb } from '../../tables.ts';
import { assertKeepsSharedLists } from '../shared-lists.policy.ts';
import { presentDiagnosis } from './diagnosis.query.ts';

type Ctx = RequestContext<PrescriptionDb>;
type NewRow = DiagnosisStored & { readonly searchGrams: readonly string[] };
type NewDiagnosis = Static<typeof createDiagnosisBody>;

/** One change after the other: two of them may meet in a code that neither finds yet. */
const lockList = (ctx: Ctx) => sql`select pg_advisory_xact_lock(hashtextextended('prescription.diagnosis', 0))`.execute(ctx.db);

const found = (code: string, name: string) => ({ name, pinyin: pinyinInitials(name), searchGrams: searchGrams(name, code) });
const cleaned = ({ code, name }: NewDiagnosis): NewDiagnosis => ({ code: cleanCode(code), name: name.trim() });

const byCode = (ctx: Ctx, code: string) => diagnosisTable.select(ctx, 'listed').where('listed.code', '=', code).executeTakeFirst();

/** @throws AppError `catalogue.diagnosis-duplicate` */
export async function createDiagnosis(ctx: Ctx, body: NewDiagnosis): Promise<DiagnosisListRow> {
  await assertKeepsSharedLists(ctx);
  const { code, name } = cleaned(body);
  await lockList(ctx);
  const twin = await byCode(ctx, code);
  if (twin) {
    throw new AppError('catalogue.diagnosis-duplicate', { code: EnvelopeCode.Invalid, params: { code, name: twin.name }, fields: [{ path: 'code', msg: '' }] });
  }
  const row = { code, ...found(code, name), enabled: true, version: 1 };
  await diagnosisTable.insertAll(ctx, [row]);
  ctx.audit({ subject: 'diagnosis', subjectId: code, after: presentDiagnosis(row) });
  return presentDiagnosis(row);
}

/** @throws AppError `catalogue.diagnosis-not-found` (404), `catalogue.diagnosis-stale` (409) */
export async function updateDiagnosis(ctx: Ctx, code: string, body: Static<typeof updateDiagnosisBody>): Promise<DiagnosisListRow> {
  await assertKeepsSharedLists(ctx);
  await lockList(ctx);
  const before = await byCode(ctx, code);
  if (!before) throw new AppError('catalogue.diagnosis-not-found', { code: EnvelopeCode.NotFound });
  assertVersion(before.version, body.version, 'catalogue.diagnosis-stale');
  const row = { ...found(code, body.name.trim()), enabled: body.enableMark === 1, version: before.version + 1 };
  await ctx.db.updateTable('prescription.diagnosis').set(diagnosisTable.toSql(row)).where('code', '=', code).execute();
  const after = presentDiagnosis({ code, ...row });
  ctx.audit({ subject: 'diagnosis', subjectId: code, before: presentDiagnosis(before), after });
  return after;
}

const BREATHER = 50;

/**
 * Adds what is new and takes over names that changed; what is out of use stays so. The same rows again change nothing, so an import that
 * broke off is sent anew.
 */
export async function importDiagnoses(ctx: Ctx, list: readonly NewDiagnosis[]): Promise<{ added: number; renamed: number; same: number }> {
  await assertKeepsSharedLists(ctx);
  const given = new Map(list.map(cleaned).map(({ code, name }) => [code, name]));
  await lockList(ctx);
  const there = await diagnosisTable
    .select(ctx, 'listed')
    .where('listed.code', 'in', [...given.keys()])
    .execute();
  const nameOf = new Map(there.map(({ code, name }) => [code, name]));
  const rows: NewRow[] = [];
  for (const [code, name] of given) {
    if (nameOf.get(code) === name) continue;
    rows.push({ code, ...found(code, name), enabled: true, version: 1 });
    // Readings of Chinese take their time; others want to be answered in between.
    if (rows.length % BREATHER === 0) await setImmediate();
  }
  if (rows.length > 0) {
    await ctx.db
      .insertInto('prescription.diagnosis')
      .values(rows.map((row) => diagnosisTable.toSql(row) as unknown as DiagnosisColumns))
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          pinyin: eb.ref('excluded.pinyin'),
          search_grams: eb.ref('excluded.search_grams'),
          version: sql<number>`diagnosis.version + 1`,
        })),
      )
      .execute();
  }
  const renamed = rows.filter(({ code }) => nameOf.has(code));
  const done = { added: rows.length - renamed.length, renamed: renamed.length, same: given.size - rows.length };
  ctx.audit({
    subject: 'diagnosis-import',
    before: renamed.map(({ code }) => ({ code, name: nameOf.get(code) })),
    after: rows.map(({ code, name }) => ({ code, name })),
    note: `${done.added} added, ${done.renamed} renamed`,
  });
  return done;
}
