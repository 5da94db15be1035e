import type { DataCondition } from '@nephra/plugin-sdk/contract';
import type { SchemeField } from '../../domain/data-scheme/condition-check.ts';
import { idsIn } from '../../domain/data-scheme/condition-text.ts';
import { namesOf } from '../directory/people.query.ts';
import { directoryContext } from '../directory/directory-context.ts';
import { orgEntries } from '../directory/units.query.ts';
import type { Ctx } from '../permission-call.ts';

/** Names of people and organisations by id. */
export type ConditionNames = ReadonlyMap<string, string>;

/** Names of the people and organisations that conditions name; who is hidden from the caller is left out. */
export async function conditionNames(ctx: Ctx, conditions: readonly DataCondition[], fields: readonly SchemeField[]): Promise<ConditionNames> {
  const named = conditions.map((condition) => idsIn(condition, fields));
  const people = [...new Set(named.flatMap((one) => one.people))];
  const organizations = new Set(named.flatMap((one) => one.organizations));
  const names = new Map<string, string>();
  if (people.length === 0 && organizations.size === 0) return names;
  const directory = await directoryContext(ctx);
  for (const { id, fullName } of await namesOf(directory, people)) names.set(id, fullName);
  if (organizations.size > 0) for (const { id, fullName } of await orgEntries(directory)) if (organizations.has(id)) names.set(id, fullName);
  return names;
}
