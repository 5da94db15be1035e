import { AppError, organizationPatients } from '@nephra/plugin-sdk/contract';
import { assertChanged, assertVersion } from '@nephra/plugin-sdk/server';
import type { OrganizeCreate, OrganizeEdit } from '../../contract/index.ts';
import { coverage, coversMore, delegated } from '../../domain/delegation.ts';
import { nameComplaint, propertyComplaint } from '../../domain/organize-rules.ts';
import { assertAdministers, assertUnused, type Ctx, delegationsOf, notDelegated, pathUp, refusedAt, sees } from '../permission-call.ts';
import { demandOrganize, propertyOf } from './organize.query.ts';
import { type OrganizeContent, OrganizeRepo, type OrganizeRow } from './organize.repo.ts';

export interface Saved {
  readonly id: string;
  readonly version: number;
}

const TOP = '-1';

/** Rights on the layers below an organisation: what it takes to hang another one on it. At the top only administrators may. */
async function assertMayHang(ctx: Ctx, parentId: string | null): Promise<void> {
  if (ctx.user.isAdministrator) return;
  if (parentId === null) throw notDelegated();
  const path = ['', ...(await pathUp(ctx, parentId))];
  if (!delegated('add', path, await delegationsOf(ctx, ctx.user.userId))) throw notDelegated();
}

/** Nobody comes to administer an organisation by moving it to where they hold more. */
async function assertGainsNothing(ctx: Ctx, id: string, parentId: string | null): Promise<void> {
  if (ctx.user.isAdministrator) return;
  const own = await delegationsOf(ctx, ctx.user.userId);
  const moved = [id, ...(parentId === null ? [] : await pathUp(ctx, parentId))];
  if (coversMore(coverage(moved, own), coverage(await pathUp(ctx, id), own))) throw notDelegated();
}

/** The parent that was asked for. @throws AppError when there is none, or it is disabled. */
async function parentAsked(ctx: Ctx, repo: OrganizeRepo, parentId: string): Promise<OrganizeRow | null> {
  if (parentId === TOP) return null;
  const parent = sees(ctx, parentId) ? await repo.find(parentId) : undefined;
  if (!parent) throw refusedAt('parentId', 'organize-no-parent');
  return parent;
}

function contentOf(body: OrganizeCreate, parentId: string | null, stored?: OrganizeRow): OrganizeContent {
  const complaint = nameComplaint(body, stored?.en_code) ?? propertyComplaint(body.propertyJson ?? {});
  if (complaint) throw refusedAt(complaint.path, complaint.key);
  return {
    parent_id: parentId,
    full_name: body.fullName.trim(),
    en_code: body.enCode.trim(),
    enabled: body.enabledMark === undefined ? (stored?.enabled ?? true) : body.enabledMark === 1,
    dialysis_center: body.dialysisCenter === undefined ? (stored?.dialysis_center ?? false) : body.dialysisCenter === 1,
    price_type: body.priceType ?? stored?.price_type ?? '',
    sort_code: body.sortCode ?? stored?.sort_code ?? 0,
    description: body.description ?? stored?.description ?? '',
    property: { ...(stored ? propertyOf(stored) : {}), ...body.propertyJson },
  };
}

async function assertFree(repo: OrganizeRepo, content: OrganizeContent, id: string): Promise<void> {
  if (await repo.codeTaken(content.en_code, id)) throw refusedAt('enCode', 'code-taken', { code: content.en_code });
  if (await repo.nameTaken(content.full_name, content.parent_id, id)) throw refusedAt('fullName', 'name-taken', { name: content.full_name });
}

/** Whoever works in an organisation, or below it, must not take it out of use under their own feet. */
async function assertNotOwn(ctx: Ctx, id: string): Promise<void> {
  if ((await pathUp(ctx, ctx.user.orgId)).includes(id)) throw new AppError('permission.organize-own');
}

export async function createOrganize(ctx: Ctx, body: OrganizeCreate): Promise<Saved> {
  const repo = new OrganizeRepo(ctx.db);
  // Of two that are made at once under one name, the second is told.
  await repo.lockTree();
  const parent = await parentAsked(ctx, repo, body.parentId);
  await assertMayHang(ctx, parent?.id ?? null);
  if (parent && !parent.enabled) throw refusedAt('parentId', 'organize-parent-disabled', { name: parent.full_name });
  const content = contentOf(body, parent?.id ?? null);
  const id = ctx.newId();
  await assertFree(repo, content, id);
  await repo.insert(id, content, ctx.clock.now());
  ctx.audit({ subject: 'organize', subjectId: id, before: null, after: content });
  ctx.message('organize.created', { name: content.full_name });
  return { id, version: 1 };
}

/** Changes an organisation. -1 as parent means "as it is" for whoever does not see what it hangs on. */
export async function editOrganize(ctx: Ctx, id: string, body: OrganizeEdit): Promise<Saved> {
  const repo = new OrganizeRepo(ctx.db);
  await demandOrganize(ctx, id);
  await assertAdministers(ctx, 'edit', id);
  await repo.lockTree();
  const row = await demandOrganize(ctx, id);
  assertVersion(row.version, body.version, 'permission.stale');
  const parentHidden = row.parent_id !== null && !sees(ctx, row.parent_id);
  const stays = body.parentId === row.parent_id || (body.parentId === TOP && (row.parent_id === null || parentHidden));
  const parentId = stays ? row.parent_id : ((await parentAsked(ctx, repo, body.parentId))?.id ?? null);
  if (!stays) {
    if (parentId !== null && (await pathUp(ctx, parentId)).includes(id)) throw refusedAt('parentId', 'organize-loop', { name: row.full_name });
    await assertMayHang(ctx, parentId);
    await assertGainsNothing(ctx, id, parentId);
  }
  const content = contentOf(body, parentId, row);
  if (row.enabled && !content.enabled) await assertNotOwn(ctx, id);
  await assertFree(repo, content, id);
  assertChanged(await repo.update(id, content, row.version, ctx.clock.now()), 'permission.stale');
  ctx.audit({ subject: 'organize', subjectId: id, before: storedContent(row), after: content });
  ctx.message('organize.saved', { name: content.full_name });
  return { id, version: row.version + 1 };
}

const storedContent = ({ id: _id, created_at, updated_at, version, ...row }: OrganizeRow): OrganizeContent => ({ ...row, property: propertyOf(row) });

const ACTIONS: Readonly<Record<string, (enabled: boolean) => boolean>> = { state: (enabled) => !enabled, enable: () => true, disable: () => false };

/** @throws AppError `permission.unknown-action` for anything but state, enable and disable. */
export async function actOnOrganize(ctx: Ctx, id: string, action: string): Promise<Saved> {
  const turn = Object.hasOwn(ACTIONS, action.toLowerCase()) ? ACTIONS[action.toLowerCase()] : undefined;
  const row = await demandOrganize(ctx, id);
  if (!turn) throw refusedAt('action', 'unknown-action', { action, known: Object.keys(ACTIONS).join(', ') });
  await assertAdministers(ctx, 'edit', id);
  const enabled = turn(row.enabled);
  if (row.enabled && !enabled) await assertNotOwn(ctx, id);
  if (enabled !== row.enabled) await new OrganizeRepo(ctx.db).setEnabled(id, enabled, ctx.clock.now());
  ctx.audit({ subject: 'organize', subjectId: id, before: { enabled: row.enabled }, after: { enabled } });
  ctx.message(enabled ? 'organize.enabled' : 'organize.disabled', { name: row.full_name });
  return { id, version: enabled === row.enabled ? row.version : row.version + 1 };
}

export async function removeOrganize(ctx: Ctx, id: string): Promise<null> {
  const repo = new OrganizeRepo(ctx.db);
  await demandOrganize(ctx, id);
  await assertAdministers(ctx, 'delete', id);
  await repo.lockTree();
  const row = await demandOrganize(ctx, id);
  await assertNotOwn(ctx, id);
  const patient = (await ctx.optionalService(organizationPatients)?.countOf(id)) ?? 0;
  assertUnused(ctx, row.full_name, { ...(await repo.uses(id)), patient });
  await repo.remove(id, ctx.clock.now());
  ctx.audit({ subject: 'organize', subjectId: id, before: storedContent(row), after: null });
  ctx.message('organize.removed', { name: row.full_name });
  return null;
}
