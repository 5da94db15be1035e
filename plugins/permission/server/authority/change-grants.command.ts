import { AppError, EnvelopeCode, type Right } from '@nephra/plugin-sdk/contract';
import { type GrantSubject, sql } from '@nephra/plugin-sdk/server';
import type { BatchWrite, GrantObjectType, GrantsWrite } from '../../contract/authority.schema.ts';
import { addGrants, codeOf, type GrantChange, replaceGrants } from '../../domain/rights/grant-change.ts';
import { beyondReach } from '../../domain/rights/giving.ts';
import type { Ctx } from '../permission-call.ts';
import { requireGrantObject, findGrantObject, type GrantObject, subjectOf } from './grant-object.ts';
import { giverOf } from '../access/giver.ts';
import { grantedRights, lockGrantsOf, refuseMoreThanHeld } from '../access/granted-rights.ts';
import { digestOf } from './grants-of-object.query.ts';
import { resolveRights } from './resolve-rights.query.ts';

interface Counted {
  added: number;
  removed: number;
}

/**
 * Replaces what is granted to one object. Rights that the caller does not hold, and those of plugins that are off, stay.
 * @throws AppError `permission.grants-stale` (409), `permission.more-than-held`, `permission.unknown-rights`
 */
export async function replaceObjectGrants(ctx: Ctx, objectId: string, body: GrantsWrite): Promise<Counted> {
  const object = await requireGrantObject(ctx, objectId, body.objectType);
  await object.assertMayChange();
  await lockGrantsOf(ctx, object.type, object.id);
  const granted = await grantedRights(ctx, object.type, [object.id]);
  if (body.digest !== undefined && body.digest !== digestOf(granted)) {
    throw new AppError('permission.grants-stale', { code: EnvelopeCode.Conflict, params: { name: object.shownName ?? object.name } });
  }
  const { wanted, isOn } = await resolveRights(ctx, body);
  const gives = await givesTo(ctx, object, [...granted, ...wanted]);
  const change = replaceGrants(granted, wanted, (right) => isOn(right) && gives(right));
  await refuseMoreThanHeld(ctx, change.tooMuch);
  await write(ctx, object, change);
  auditChange(ctx, object, granted, change);
  return { added: change.added.length, removed: change.removed.length };
}

/** Adds rights to many objects; nothing is taken away. One hidden object refuses the whole call. */
export async function addToObjects(ctx: Ctx, body: BatchWrite): Promise<{ objects: number; added: number }> {
  const wantedObjects: [GrantObjectType, string][] = [
    ...body.roleIds.map((id): [GrantObjectType, string] => ['Role', id]),
    ...body.positionIds.map((id): [GrantObjectType, string] => ['Position', id]),
    ...body.userIds.map((id): [GrantObjectType, string] => ['User', id]),
    ...(body.groupIds ?? []).map((id): [GrantObjectType, string] => ['Group', id]),
  ];
  const { wanted, isOn } = await resolveRights(ctx, body);
  await refuseMoreThanHeld(
    ctx,
    wanted.filter((right) => !isOn(right)),
  );
  let added = 0;
  const changed: string[] = [];
  // Always in the same order, so that two batches never wait for each other in a ring.
  const objects = [...new Map(wantedObjects.map(([type, id]) => [`${type} ${id}`, { type, id }])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, { type, id }] of objects) {
    const object = await requireGrantObject(ctx, id, type);
    await object.assertMayChange();
    await lockGrantsOf(ctx, object.type, object.id);
    const change = addGrants(await grantedRights(ctx, object.type, [object.id]), wanted, await givesTo(ctx, object, wanted));
    await refuseMoreThanHeld(ctx, change.tooMuch);
    await write(ctx, object, change);
    added += change.added.length;
    if (change.added.length > 0) changed.push(`${object.type} ${object.id}`);
  }
  ctx.audit({ subject: 'permission.grants', subjectId: '', after: { added: wanted.map(codeOf), objects: changed }, note: 'batch grant' });
  return { objects: objects.length, added };
}

/** Replaces the objects of one type that hold one right; objects out of the caller's reach stay as they are. */
export async function setHoldersOf(ctx: Ctx, right: Right, objectType: GrantObjectType, objectIds: readonly string[]): Promise<Counted> {
  const type = subjectOf(objectType);
  const now = await holdersOf(ctx, right, type);
  const add = [...new Set(objectIds)].filter((id) => !now.includes(id)).sort();
  const remove = now.filter((id) => !objectIds.includes(id)).sort();
  for (const id of add) await changeOne(ctx, id, objectType, { added: [right], removed: [], tooMuch: [] });
  const removed: string[] = [];
  for (const id of remove) {
    const object = await findGrantObject(ctx, id, objectType);
    if (!object || !(await givesTo(ctx, object, [right]))(right)) continue;
    await changeOne(ctx, id, objectType, { added: [], removed: [right], tooMuch: [] });
    removed.push(id);
  }
  ctx.audit({ subject: 'permission.grants', subjectId: codeOf(right), before: { [type]: now }, after: { added: add, removed } });
  return { added: add.length, removed: removed.length };
}

/** Objects of one type that a right is granted to, whoever may see them. */
export async function holdersOf(ctx: Ctx, right: Right, type: GrantSubject): Promise<string[]> {
  // rows: ids alone, to compare with; whoever is told them has each found through its door (`findGrantObject`)
  const rows = await ctx.db
    .selectFrom('core.permission_grant')
    .select('subject_id')
    .where('subject_type', '=', type)
    .where('kind', '=', right.kind)
    .where('menu_code', '=', right.menuCode)
    .where('item_code', '=', right.itemCode)
    .orderBy('subject_id')
    .execute();
  return rows.map((row) => row.subject_id);
}

async function changeOne(ctx: Ctx, id: string, objectType: GrantObjectType, change: GrantChange): Promise<void> {
  const object = await requireGrantObject(ctx, id, objectType);
  await object.assertMayChange();
  if (change.added.length > 0) {
    const gives = await givesTo(ctx, object, change.added);
    await refuseMoreThanHeld(
      ctx,
      change.added.filter((right) => !gives(right)),
    );
  }
  await lockGrantsOf(ctx, object.type, object.id);
  await write(ctx, object, change);
}

/** Tells for each of these rights whether the caller may grant it to the object. */
async function givesTo(ctx: Ctx, object: GrantObject, rights: readonly Right[]): Promise<(right: Right) => boolean> {
  const [giver, receiver] = await Promise.all([giverOf(ctx, rights), object.receiver()]);
  return (right) => beyondReach([right], giver, receiver).length === 0;
}

/** One statement each, however many rights: thousands of conditions side by side would be compared row by row. */
async function write(ctx: Ctx, { type, id }: GrantObject, { added, removed }: GrantChange): Promise<void> {
  if (removed.length > 0) {
    // rows: grants of an object that was locked, within what the caller may give
    await sql`
      delete from core.permission_grant as held using ${tableOf(removed)} as gone (kind, menu_code, item_code)
      where held.subject_type = ${type} and held.subject_id = ${id}
        and held.kind = gone.kind and held.menu_code = gone.menu_code and held.item_code = gone.item_code`.execute(ctx.db);
  }
  if (added.length > 0) {
    await sql`
      insert into core.permission_grant (subject_type, subject_id, kind, menu_code, item_code, granted_by, granted_at)
      select ${type}, ${id}, kind, menu_code, item_code, ${ctx.user.userId}, ${ctx.clock.now()}::timestamptz
      from ${tableOf(added)} as given (kind, menu_code, item_code)
      on conflict do nothing`.execute(ctx.db);
  }
}

const tableOf = (rights: readonly Right[]) => {
  const column = (pick: (right: Right) => string) => sql`${rights.map(pick)}::text[]`;
  return sql`unnest(${column((right) => right.kind)}, ${column((right) => right.menuCode)}, ${column((right) => right.itemCode)})`;
};

function auditChange(ctx: Ctx, object: GrantObject, granted: readonly Right[], { added, removed }: GrantChange): void {
  const gone = new Set(removed.map(codeOf));
  const before = granted.map(codeOf).sort();
  const after = [...before.filter((code) => !gone.has(code)), ...added.map(codeOf)].sort();
  ctx.audit({
    subject: `permission.${object.type}`,
    subjectId: object.id,
    before: { rights: before },
    after: { rights: after },
    note: `rights of ${object.name}`,
  });
}
