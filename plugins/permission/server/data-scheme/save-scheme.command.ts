import { AppError, type DataCondition, EnvelopeCode, isEnCode } from '@nephra/plugin-sdk/contract';
import { assertVersion, type ContentOf, sql } from '@nephra/plugin-sdk/server';
import type { PresetScheme, SchemeBody } from '../../contract/data-scheme.contract.ts';
import { conditionProblem, readCondition } from '../../domain/data-scheme/condition-check.ts';
import { conditionText } from '../../domain/data-scheme/condition-text.ts';
import { presetName, presetSchemes } from '../../domain/data-scheme/preset-schemes.ts';
import { type Ctx, notFound, refusedAt } from '../permission-call.ts';
import { conditionNames } from './condition-names.query.ts';
import { type DataMenu, fieldsOf, requireMenu, requireScheme, schemeWithCode, type StoredField } from './scheme.repo.ts';
import { type SchemeStored, schemeTable } from './scheme.table.ts';

interface Saved {
  readonly id: string;
  readonly version: number;
}

/** What an audit entry says of a scheme. */
const facts = ({ menuCode, enCode, fullName, condition, description, enabled, sortCode }: SchemeStored) => ({
  menu: menuCode,
  ...{ enCode, fullName, condition, description, enabled, sortCode },
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

async function checkedCode(ctx: Ctx, menu: DataMenu, wanted: string | undefined, own?: SchemeStored): Promise<string> {
  const enCode = wanted?.trim() || own?.enCode || `scheme.${ctx.newId()}`;
  if (!isEnCode(enCode)) throw refusedAt('enCode', 'bad-code');
  const other = await schemeWithCode(ctx, menu.enCode, enCode);
  if (other && other.id !== own?.id) throw refusedAt('enCode', 'code-taken-by', { code: enCode, name: other.fullName });
  return enCode;
}

/** A condition, and what it says in words. */
async function conditionOf(ctx: Ctx, condition: DataCondition, fields: readonly StoredField[]): Promise<Pick<SchemeStored, 'condition' | 'conditionText'>> {
  const names = await conditionNames(ctx, [condition], fields);
  return { condition, conditionText: conditionText(condition, fields, ctx.language, (named) => names.get(named)) };
}

async function insert(ctx: Ctx, content: ContentOf<typeof schemeTable>): Promise<Saved> {
  const row = await schemeTable.insert(ctx, content);
  ctx.audit({ subject: 'permission.data-scheme', subjectId: row.id, after: facts(row) });
  ctx.message('dataScheme.created', { name: row.fullName });
  return { id: row.id, version: row.version };
}

export async function createScheme(ctx: Ctx, body: SchemeBody): Promise<Saved> {
  const menu = await requireMenu(ctx, body.moduleId);
  assertMayDecide(ctx);
  await lockMenu(ctx, menu);
  const fields = await fieldsOf(ctx, menu.enCode);
  if (fields.length === 0) throw notFound();
  const fullName = body.fullName.trim();
  if (fullName === '') throw refusedAt('fullName', 'name-missing');
  return await insert(ctx, {
    menuCode: menu.enCode,
    enCode: await checkedCode(ctx, menu, body.enCode),
    fullName,
    ...(await conditionOf(ctx, checkedCondition(body.conditionJson, fields), fields)),
    description: body.description ?? '',
    enabled: body.enabledMark !== 0,
    sortCode: body.sortCode ?? 0,
  });
}

/** Makes one of the usual schemes; there is never a second of it. */
export async function createPreset(ctx: Ctx, moduleId: string, preset: PresetScheme): Promise<Saved> {
  const menu = await requireMenu(ctx, moduleId);
  assertMayDecide(ctx);
  await lockMenu(ctx, menu);
  const fields = await fieldsOf(ctx, menu.enCode);
  const offered = fields.length === 0 ? undefined : presetSchemes(fields).find((one) => one.preset === preset);
  if (!offered) throw notFound();
  const there = await schemeWithCode(ctx, menu.enCode, offered.enCode);
  if (there) return { id: there.id, version: there.version };
  return await insert(ctx, {
    menuCode: menu.enCode,
    enCode: offered.enCode,
    fullName: presetName(preset, ctx.language),
    ...(await conditionOf(ctx, offered.condition, fields)),
    description: '',
    enabled: true,
    sortCode: 0,
  });
}

export async function editScheme(ctx: Ctx, id: string, body: SchemeBody): Promise<Saved> {
  const before = await requireScheme(ctx, id);
  const menu = await requireMenu(ctx, before.menuCode);
  assertMayDecide(ctx);
  if (body.moduleId !== menu.id && body.moduleId !== menu.enCode) throw refusedAt('moduleId', 'scheme-other-menu', { menu: menu.fullName });
  await lockMenu(ctx, menu);
  const now = await requireScheme(ctx, id);
  assertVersion(now.version, body.version, 'permission.stale');
  const fields = await fieldsOf(ctx, menu.enCode);
  const fullName = body.fullName.trim();
  if (fullName === '') throw refusedAt('fullName', 'name-missing');
  const after = await schemeTable.update(ctx, now, {
    enCode: await checkedCode(ctx, menu, body.enCode, now),
    fullName,
    ...(await conditionOf(ctx, checkedCondition(body.conditionJson, fields), fields)),
    description: body.description ?? now.description,
    enabled: body.enabledMark === undefined ? now.enabled : body.enabledMark === 1,
    sortCode: body.sortCode ?? now.sortCode,
  });
  ctx.audit({ subject: 'permission.data-scheme', subjectId: id, before: facts(now), after: facts(after) });
  ctx.message('dataScheme.saved', { name: fullName });
  return { id, version: after.version };
}

export async function removeScheme(ctx: Ctx, id: string): Promise<void> {
  const found = await requireScheme(ctx, id);
  const menu = await requireMenu(ctx, found.menuCode);
  assertMayDecide(ctx);
  await lockMenu(ctx, menu);
  const scheme = await requireScheme(ctx, id);
  const granted = Number(scheme.grantCount);
  if (granted > 0) throw new AppError('permission.scheme-granted', { params: { name: scheme.fullName, n: granted } });
  await schemeTable.retire(ctx, scheme, { enabled: false });
  ctx.audit({ subject: 'permission.data-scheme', subjectId: id, before: facts(scheme) });
  ctx.message('dataScheme.removed', { name: scheme.fullName });
}

export async function switchAuthorization(ctx: Ctx, moduleId: string, on: boolean): Promise<void> {
  const menu = await requireMenu(ctx, moduleId);
  assertMayDecide(ctx);
  if (on && (await fieldsOf(ctx, menu.enCode)).length === 0) throw new AppError('permission.scheme-no-fields', { params: { menu: menu.fullName } });
  // rows: menus are of the whole installation; `assertMayDecide` is for administrators of it
  await ctx.db.updateTable('core.menu').set({ data_authorize: on }).where('id', '=', menu.id).execute();
  ctx.audit({ subject: 'permission.menu', subjectId: menu.id, before: { dataAuthorize: menu.authorized }, after: { menu: menu.enCode, dataAuthorize: on } });
  ctx.message(on ? 'dataScheme.on' : 'dataScheme.off', { name: menu.fullName });
}
