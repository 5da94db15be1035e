import { AppError, type DataCondition, EnvelopeCode, isEnCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, sql } from '@nephra/plugin-sdk/server';
import type { PresetScheme, SchemeBody } from '../../contract/data-scheme.contract.ts';
import { conditionProblem, readCondition } from '../../domain/data-scheme/condition-check.ts';
import { conditionText } from '../../domain/data-scheme/condition-text.ts';
import { presetName, presetSchemes } from '../../domain/data-scheme/preset-schemes.ts';
import { type Ctx, notFound, refusedAt } from '../permission-call.ts';
import { conditionNames } from './condition-names.query.ts';
import { type DataMenu, demandMenu, demandScheme, fieldsOf, type SchemeRecord, schemeWithCode, type StoredField } from './scheme.repo.ts';

interface Saved {
  readonly id: string;
  readonly version: number;
}

/** What an audit entry says of a scheme. */
const facts = (scheme: SchemeRecord) => ({
  menu: scheme.menu_code,
  enCode: scheme.en_code,
  fullName: scheme.full_name,
  condition: scheme.condition,
  description: scheme.description,
  enabled: scheme.enabled,
  sortCode: scheme.sort_code,
});

/**
 * A scheme decides what people of every organisation see of a menu, and the editor may have it: it is made and changed by system
 * administrators, and granted by whoever may grant it.
 * @throws AppError `permission.scheme-system-only`
 */
function assertMayDecide(ctx: Ctx): void {
  if (!ctx.user.isAdministrator) throw new AppError('permission.scheme-system-only', { code: EnvelopeCode.Forbidden });
}

/** The condition of a body. @throws AppError that names the field in question */
export function checkedCondition(text: string, fields: readonly StoredField[]): DataCondition {
  const condition = readCondition(text);
  if (!condition) throw refusedAt('conditionJson', 'scheme-unreadable');
  const problem = conditionProblem(condition, fields);
  if (problem) throw refusedAt('conditionJson', `scheme-${problem.reason}`, { field: problem.field, n: problem.comparison + 1, group: problem.entry + 1 });
  return condition.map(({ logic, groups }) => ({
    logic,
    groups: groups.map((one) => ({ ...one, type: fields.find(({ enCode }) => enCode === one.field)?.type ?? one.type })),
  }));
}

/** Two schemes of one menu are made one after the other, so that both see which codes are taken. */
const lockMenu = (ctx: Ctx, menu: DataMenu) => sql`select pg_advisory_xact_lock(hashtextextended(${`data schemes ${menu.enCode}`}, 0))`.execute(ctx.db);

async function checkedCode(ctx: Ctx, menu: DataMenu, wanted: string | undefined, own?: SchemeRecord): Promise<string> {
  const enCode = wanted?.trim() || own?.en_code || `scheme.${ctx.newId()}`;
  if (!isEnCode(enCode)) throw refusedAt('enCode', 'bad-code');
  const other = await schemeWithCode(ctx, menu.enCode, enCode);
  if (other && other.id !== own?.id) throw refusedAt('enCode', 'code-taken-by', { code: enCode, name: other.full_name });
  return enCode;
}

async function insert(
  ctx: Ctx,
  menu: DataMenu,
  fields: readonly StoredField[],
  row: { enCode: string; fullName: string; condition: DataCondition; description: string; enabled: boolean; sortCode: number },
): Promise<Saved> {
  const id = ctx.newId();
  const names = await conditionNames(ctx, [row.condition], fields);
  await ctx.db
    .insertInto('core.data_scheme')
    .values({
      id,
      menu_code: menu.enCode,
      en_code: row.enCode,
      full_name: row.fullName,
      condition: JSON.stringify(row.condition),
      condition_text: conditionText(row.condition, fields, ctx.language, (named) => names.get(named)),
      description: row.description,
      enabled: row.enabled,
      sort_code: row.sortCode,
      deleted_at: null,
    })
    .execute();
  ctx.audit({ subject: 'permission.data-scheme', subjectId: id, after: facts(await demandScheme(ctx, id)) });
  return { id, version: 1 };
}

export async function createScheme(ctx: Ctx, body: SchemeBody): Promise<Saved> {
  const menu = await demandMenu(ctx, body.moduleId);
  assertMayDecide(ctx);
  await lockMenu(ctx, menu);
  const fields = await fieldsOf(ctx, menu.enCode);
  if (fields.length === 0) throw notFound();
  const fullName = body.fullName.trim();
  if (fullName === '') throw refusedAt('fullName', 'name-missing');
  const saved = await insert(ctx, menu, fields, {
    enCode: await checkedCode(ctx, menu, body.enCode),
    fullName,
    condition: checkedCondition(body.conditionJson, fields),
    description: body.description ?? '',
    enabled: body.enabledMark !== 0,
    sortCode: body.sortCode ?? 0,
  });
  ctx.message('dataScheme.created', { name: fullName });
  return saved;
}

/** Makes one of the usual schemes; there is never a second of it. */
export async function createPreset(ctx: Ctx, moduleId: string, preset: PresetScheme): Promise<Saved> {
  const menu = await demandMenu(ctx, moduleId);
  assertMayDecide(ctx);
  await lockMenu(ctx, menu);
  const fields = await fieldsOf(ctx, menu.enCode);
  const offered = fields.length === 0 ? undefined : presetSchemes(fields).find((one) => one.preset === preset);
  if (!offered) throw notFound();
  const there = await schemeWithCode(ctx, menu.enCode, offered.enCode);
  if (there) return { id: there.id, version: there.version };
  const fullName = presetName(preset, ctx.language);
  const saved = await insert(ctx, menu, fields, {
    enCode: offered.enCode,
    fullName,
    condition: offered.condition,
    description: '',
    enabled: true,
    sortCode: 0,
  });
  ctx.message('dataScheme.created', { name: fullName });
  return saved;
}

export async function editScheme(ctx: Ctx, id: string, body: SchemeBody): Promise<Saved> {
  const before = await demandScheme(ctx, id);
  const menu = await demandMenu(ctx, before.menu_code);
  assertMayDecide(ctx);
  if (body.moduleId !== menu.id && body.moduleId !== menu.enCode) throw refusedAt('moduleId', 'scheme-other-menu', { menu: menu.fullName });
  await lockMenu(ctx, menu);
  const now = await demandScheme(ctx, id);
  assertVersion(now.version, body.version, 'permission.stale');
  const fields = await fieldsOf(ctx, menu.enCode);
  const fullName = body.fullName.trim();
  if (fullName === '') throw refusedAt('fullName', 'name-missing');
  const condition = checkedCondition(body.conditionJson, fields);
  const names = await conditionNames(ctx, [condition], fields);
  await ctx.db
    .updateTable('core.data_scheme')
    .set({
      en_code: await checkedCode(ctx, menu, body.enCode, now),
      full_name: fullName,
      condition: JSON.stringify(condition),
      condition_text: conditionText(condition, fields, ctx.language, (named) => names.get(named)),
      description: body.description ?? now.description,
      enabled: body.enabledMark === undefined ? now.enabled : body.enabledMark === 1,
      sort_code: body.sortCode ?? now.sort_code,
      version: now.version + 1,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', id)
    .execute();
  ctx.audit({ subject: 'permission.data-scheme', subjectId: id, before: facts(now), after: facts(await demandScheme(ctx, id)) });
  ctx.message('dataScheme.saved', { name: fullName });
  return { id, version: now.version + 1 };
}

export async function removeScheme(ctx: Ctx, id: string): Promise<void> {
  const found = await demandScheme(ctx, id);
  const menu = await demandMenu(ctx, found.menu_code);
  assertMayDecide(ctx);
  await lockMenu(ctx, menu);
  const scheme = await demandScheme(ctx, id);
  const granted = Number(scheme.grant_count);
  if (granted > 0) throw new AppError('permission.scheme-granted', { params: { name: scheme.full_name, n: granted } });
  await ctx.db.updateTable('core.data_scheme').set({ deleted_at: ctx.clock.now(), enabled: false }).where('id', '=', id).execute();
  ctx.audit({ subject: 'permission.data-scheme', subjectId: id, before: facts(scheme) });
  ctx.message('dataScheme.removed', { name: scheme.full_name });
}

export async function switchAuthorization(ctx: Ctx, moduleId: string, on: boolean): Promise<void> {
  const menu = await demandMenu(ctx, moduleId);
  assertMayDecide(ctx);
  if (on && (await fieldsOf(ctx, menu.enCode)).length === 0) throw new AppError('permission.scheme-no-fields', { params: { menu: menu.fullName } });
  await ctx.db.updateTable('core.menu').set({ data_authorize: on }).where('id', '=', menu.id).execute();
  ctx.audit({ subject: 'permission.menu', subjectId: menu.id, before: { dataAuthorize: menu.authorized }, after: { menu: menu.enCode, dataAuthorize: on } });
  ctx.message(on ? 'dataScheme.on' : 'dataScheme.off', { name: menu.fullName });
}
