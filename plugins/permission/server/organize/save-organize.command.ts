import { AppError, organizationPatients } from '@nephra/plugin-sdk/contract';
import { assertVersion, type ContentOf } from '@nephra/plugin-sdk/server';
import type { OrganizeCreate, OrganizeEdit } from '../../contract/index.ts';
import { coverage, coversMore, delegated } from '../../domain/rights/delegation.ts';
import { nameComplaint, propertyComplaint } from '../../domain/organize-rules.ts';
import { assertAdministers, assertUnused, type Ctx, delegationsOf, notDelegated, pathUp, refusedAt, sees } from '../permission-call.ts';
import { type OrgStored, orgTable } from '../tables/org.table.ts';
import { propertyOf } from './organize.query.ts';
import { lockOrgTree, usesOfOrg } from './organize.repo.ts';

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

/** The parent that was asked for. @throws AppError when there is none. */
async function parentAsked(ctx: Ctx, parentId: string): Promise<OrgStored | null> {
  if (parentId === TOP) return null;
  const parent = await orgTable.find(ctx, parentId);
  if (!parent) throw refusedAt('parentId', 'organize-no-parent');
  return parent;
}

function contentOf(body: OrganizeCreate, parentId: string | null, stored?: OrgStored): ContentOf<typeof orgTable> {
  const complaint = nameComplaint(body, stored?.enCode) ?? propertyComplaint(body.propertyJson ?? {});
  if (complaint) throw refusedAt(complaint.path, complaint.key);
  return {
    parentId,
    fullName: body.fullName.trim(),
    enCode: body.enCode.trim(),
    enabled: body.enabledMark === undefined ? (stored?.enabled ?? true) : body.enabledMark === 1,
    dialysisCenter: body.dialysisCenter === undefined ? (stored?.dialysisCenter ?? false) : body.dialysisCenter === 1,
    priceType: body.priceType ?? stored?.priceType ?? '',
    sortCode: body.sortCode ?? stored?.sortCode ?? 0,
    description: body.description ?? stored?.description ?? '',
    property: { ...(stored ? propertyOf(stored) : {}), ...body.propertyJson },
  };
}

/** Whoever works in an organisation, or below it, must not take it out of use under their own feet. */
async function assertNotOwn(ctx: Ctx, id: string): Promise<void> {
  if ((await pathUp(ctx, ctx.user.orgId)).includes(id)) throw new AppError('permission.organize-own');
}

export async function createOrganize(ctx: Ctx, body: OrganizeCreate): Promise<Saved> {
  await lockOrgTree(ctx);
  const parent = await parentAsked(ctx, body.parentId);
  await assertMayHang(ctx, parent?.id ?? null);
  if (parent && !parent.enabled) throw refusedAt('parentId', 'organize-parent-disabled', { name: parent.fullName });
  const row = await orgTable.insert(ctx, contentOf(body, parent?.id ?? null));
  ctx.audit({ subject: 'organize', subjectId: row.id, before: null, after: orgTable.facts(row) });
  ctx.message('organize.created', { name: row.fullName });
  return { id: row.id, version: row.version };
}

/** Changes an organisation. -1 as parent means "as it is" for whoever does not see what it hangs on. */
export async function editOrganize(ctx: Ctx, id: string, body: OrganizeEdit): Promise<Saved> {
  await orgTable.one(ctx, id);
  await assertAdministers(ctx, 'edit', id);
  await lockOrgTree(ctx);
  const row = await orgTable.one(ctx, id);
  assertVersion(row.version, body.version, 'permission.stale');
  const parentHidden = row.parentId !== null && !sees(ctx, row.parentId);
  const stays = body.parentId === row.parentId || (body.parentId === TOP && (row.parentId === null || parentHidden));
  const parentId = stays ? row.parentId : ((await parentAsked(ctx, body.parentId))?.id ?? null);
  if (!stays) {
    if (parentId !== null && (await pathUp(ctx, parentId)).includes(id)) throw refusedAt('parentId', 'organize-loop', { name: row.fullName });
    await assertMayHang(ctx, parentId);
    await assertGainsNothing(ctx, id, parentId);
  }
  const content = contentOf(body, parentId, row);
  if (row.enabled && !content.enabled) await assertNotOwn(ctx, id);
  const after = await orgTable.update(ctx, row, content);
  ctx.audit({ subject: 'organize', subjectId: id, before: orgTable.facts(row), after: orgTable.facts(after) });
  ctx.message('organize.saved', { name: after.fullName });
  return { id, version: after.version };
}

const ACTIONS: Readonly<Record<string, (enabled: boolean) => boolean>> = { state: (enabled) => !enabled, enable: () => true, disable: () => false };

/** @throws AppError `permission.unknown-action` for anything but state, enable and disable. */
export async function actOnOrganize(ctx: Ctx, id: string, action: string): Promise<Saved> {
  const turn = Object.hasOwn(ACTIONS, action.toLowerCase()) ? ACTIONS[action.toLowerCase()] : undefined;
  const row = await orgTable.one(ctx, id);
  if (!turn) throw refusedAt('action', 'unknown-action', { action, known: Object.keys(ACTIONS).join(', ') });
  await assertAdministers(ctx, 'edit', id);
  const enabled = turn(row.enabled);
  if (row.enabled && !enabled) await assertNotOwn(ctx, id);
  const { version } = enabled === row.enabled ? row : await orgTable.update(ctx, row, { enabled });
  ctx.audit({ subject: 'organize', subjectId: id, before: { enabled: row.enabled }, after: { enabled } });
  ctx.message(enabled ? 'organize.enabled' : 'organize.disabled', { name: row.fullName });
  return { id, version };
}

export async function removeOrganize(ctx: Ctx, id: string): Promise<null> {
  await orgTable.one(ctx, id);
  await assertAdministers(ctx, 'delete', id);
  await lockOrgTree(ctx);
  const row = await orgTable.one(ctx, id);
  await assertNotOwn(ctx, id);
  const patient = (await ctx.optionalService(organizationPatients)?.countOf(id)) ?? 0;
  assertUnused(ctx, row.fullName, { ...(await usesOfOrg(ctx, id)), patient });
  await orgTable.retire(ctx, row);
  ctx.audit({ subject: 'organize', subjectId: id, before: orgTable.facts(row), after: null });
  ctx.message('organize.removed', { name: row.fullName });
  return null;
}
