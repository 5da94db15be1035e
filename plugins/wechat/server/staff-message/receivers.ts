import { AppError, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import { workAccounts } from '@nephra/plugin-sdk/server';
import { type Contact, contacts } from '../../../permission/contract/index.ts';
import { MAX_STAFF_RECEIVERS } from '../../contract/work/work-limits.ts';
import { namesShown } from '../tables/staff-message.table.ts';
import type { Ctx } from '../tables/tables.ts';

export interface Receiver {
  readonly userId: UserId;
  readonly realName: string;
  /** Empty: bound to nobody there. */
  readonly member: string;
}

export const invalid = (key: string, path: string, params: Readonly<Record<string, string>> = {}): AppError =>
  new AppError(`wechat.qy-${key}`, { code: EnvelopeCode.Invalid, params, fields: [{ path, msg: '' }] });

/** Those whom the caller named and may write to, as in the chat. */
async function named(ctx: Ctx, userIds: readonly string[]): Promise<readonly Contact[]> {
  const people = await ctx.service(contacts).look(ctx.user, userIds);
  // Oneself is nobody's contact; whoever writes to a ward may stand on its list.
  const there = userIds.flatMap((id) => {
    const one = people.get(id);
    return one?.open && (one.reachable || one.id === ctx.user.userId) ? [one] : [];
  });
  if (there.length < userIds.length) throw invalid('person-unknown', 'userIds');
  return there;
}

const withMembers = (people: readonly Contact[], members: ReadonlyMap<string, string>): readonly Receiver[] =>
  people.map(({ id, realName }) => ({ userId: id, realName, member: members.get(id) ?? '' }));

/**
 * Who was named, all of them bound, and who works in the departments, bound or not: somebody new there is told of and keeps nobody from being written to.
 * @throws AppError `person-unknown`, `unbound`, `nobody`, `too-many`
 */
export async function receiversOf(ctx: Ctx, userIds: readonly string[], departmentIds: readonly string[]): Promise<readonly Receiver[]> {
  const people = await named(ctx, userIds);
  const chosen = new Set<string>(userIds);
  const below = await ctx.service(contacts).inDepartments(ctx.user, departmentIds, MAX_STAFF_RECEIVERS + 1);
  const others = below.filter(({ id }) => !chosen.has(id));
  if (people.length + others.length > MAX_STAFF_RECEIVERS) throw invalid('too-many', 'departmentIds', { max: String(MAX_STAFF_RECEIVERS) });
  const members = await ctx.service(workAccounts).workUserIds([...people, ...others].map(({ id }) => id));
  const unbound = people.filter(({ id }) => !members.has(id));
  if (unbound.length > 0) throw invalid('unbound', 'userIds', { names: namesShown(unbound.map(({ realName }) => realName)) });
  const found = withMembers([...people, ...others], members);
  if (!found.some(({ member }) => member !== '')) throw invalid('nobody', departmentIds.length > 0 ? 'departmentIds' : 'userIds');
  return found;
}

/** The receivers of a message that was refused, with the members that they are bound to now. @throws AppError as `receiversOf` */
export async function receiversAgain(ctx: Ctx, before: readonly Receiver[]): Promise<readonly Receiver[]> {
  const people = await named(
    ctx,
    before.map(({ userId }) => userId),
  );
  const found = withMembers(people, await ctx.service(workAccounts).workUserIds(people.map(({ id }) => id)));
  if (!found.some(({ member }) => member !== '')) throw invalid('nobody', 'userIds');
  return found;
}
