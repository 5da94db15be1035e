import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type RawBuilder, sql, staffNames } from '@nephra/plugin-sdk/server';
import { MAX_RECEIVERS, type ReceiverKind } from '../../contract/message-limits.ts';
import type { NamedReceiver, Receiver } from '../../contract/message.schema.ts';
import { type Addressee, addresseesOf } from '../../domain/receivers/addressee.ts';
import type { Ctx } from '../tables/tables.ts';

export interface Addressed {
  /** Comma text. */
  readonly toUserIds?: string;
  readonly receivers?: readonly Receiver[];
}

/** Whom a body names, each once. */
export function namedIn({ toUserIds = '', receivers = [] }: Addressed): Receiver[] {
  const persons = toUserIds
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .map((id): Receiver => ({ kind: 'user', id }));
  return [...new Map([...persons, ...receivers].map((one) => [`${one.kind}:${one.id}`, one])).values()];
}

/** Where the writer's reach ends: their organisation; the whole installation for system administrators. */
const withinOf = ({ user }: Ctx): string => (user.isAdministrator ? '' : user.orgId);

/** Condition on `one`, a row of the kind's table: the caller may address it. */
function withinReach({ user }: Ctx, kind: ReceiverKind): RawBuilder<boolean> {
  if (user.isAdministrator) return sql`true`;
  const orgIds = sql`any(${[...user.orgIds]}::text[])`;
  switch (kind) {
    case 'organisation':
      return sql`one.id = ${orgIds}`;
    case 'department':
      return sql`one.org_id = ${orgIds}`;
    case 'user':
      // rows: second places of a person whom the caller named
      return sql`(one.org_id = ${orgIds} or exists (select from core.user_org as place where place.user_id = one.id and place.org_id = ${orgIds}))`;
    case 'role':
      // rows: organisations of a role that the caller named; one without any is for all of them
      return sql`(not exists (select from core.role_org as held where held.role_id = one.id)
        or exists (select from core.role_org as held where held.role_id = one.id and held.org_id = ${orgIds}))`;
    // It means its people within the writer's organisation, so it tells nobody more than that.
    case 'group':
      return sql`true`;
  }
}

const TABLES = {
  organisation: 'core.org',
  department: 'core.department',
  role: 'core.role',
  group: 'core.user_group',
  user: 'core.user_account',
} as const satisfies Record<ReceiverKind, string>;

const KINDS = Object.keys(TABLES) as ReceiverKind[];

/** @throws AppError `message.receiver-unknown` for one that is not there, deleted, or out of the caller's reach; `message.receivers-too-many` */
async function assertWithinReach(ctx: Ctx, named: readonly Receiver[]): Promise<void> {
  if (named.length > MAX_RECEIVERS) throw new AppError('message.receivers-too-many', { code: EnvelopeCode.Invalid, params: { max: MAX_RECEIVERS } });
  for (const kind of KINDS) {
    const ids = named.filter((one) => one.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select one.id from ${sql.table(TABLES[kind])} as one where one.id = any(${ids}::text[]) and one.deleted_at is null and ${withinReach(ctx, kind)}`.execute(
      ctx.db,
    );
    const known = new Set(rows.map(({ id }) => id));
    if (ids.some((id) => !known.has(id)))
      throw new AppError('message.receiver-unknown', { code: EnvelopeCode.Invalid, fields: [{ path: kind === 'user' ? 'toUserIds' : 'receivers', msg: '' }] });
  }
}

/** Whom a notice of the caller is for. @param before those that it has already: they may stay, also where the caller does not reach them */
export async function addresseesAsked(ctx: Ctx, body: Addressed, before: readonly Addressee[] = []): Promise<Addressee[]> {
  const named = namedIn(body);
  const kept = new Map(before.flatMap((one) => (one.kind === 'all' ? [] : [[`${one.kind}:${one.id}`, one] as const])));
  await assertWithinReach(
    ctx,
    named.filter(({ kind, id }) => !kept.has(`${kind}:${id}`)),
  );
  // One that stood there keeps the reach of whoever wrote it.
  return addresseesOf(named, withinOf(ctx)).map((one) => (one.kind === 'all' ? one : (kept.get(`${one.kind}:${one.id}`) ?? one)));
}

const STAFF_KINDS = { organisation: 'organize', department: 'department', role: 'role', group: 'userGroup', user: 'user' } as const;

/** Whom a notice names, with names as the caller sees them; none for a notice to everybody. */
export async function namedReceivers(ctx: Ctx, addressees: readonly Addressee[]): Promise<NamedReceiver[]> {
  const names = ctx.optionalService(staffNames);
  const found: NamedReceiver[] = [];
  for (const kind of KINDS) {
    const ids = addressees.flatMap((one) => (one.kind === kind ? [one.id] : []));
    const texts = ids.length > 0 ? await names?.texts(ctx, STAFF_KINDS[kind], ids) : undefined;
    found.push(...ids.map((id) => ({ kind, id, name: texts?.get(id) ?? '' })));
  }
  return found;
}
