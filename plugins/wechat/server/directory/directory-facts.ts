import { AppError, EnvelopeCode, isMobile } from '@nephra/plugin-sdk/contract';
import { MAX_SYNC_DEPARTMENTS, MAX_SYNC_KEY, MAX_SYNC_NAME } from '../../contract/sync/sync-limits.ts';
import type { Directory, WorkDepartment, WorkMember } from '../../domain/sync/plan-sync.ts';

/** What another directory answers, before anything of it is trusted. */
export type Row = Readonly<Record<string, unknown>>;

export const rowsOf = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((one): one is Row => typeof one === 'object' && one !== null) : [];
export const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one): one is number => Number.isSafeInteger(one)) : []);
export const idOr = (value: unknown, otherwise: number): number => (Number.isSafeInteger(value) ? (value as number) : otherwise);
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, MAX_SYNC_NAME)
    : '';

/** Apps without the right to names are told ids alone. */
export const departmentFacts = (id: number, name: unknown, parentid: number): WorkDepartment => ({ id, name: textOf(name) || String(id), parentid });

/** Nobody where there is no id. @param departments the main one first */
export function memberFacts({ userid, name, mobile }: Row, status: number, departments: readonly number[]): WorkMember[] {
  const id = textOf(userid);
  if (id === '' || id.length > MAX_SYNC_KEY) return [];
  return [{ userid: id, name: textOf(name), mobile: isMobile(textOf(mobile)) ? textOf(mobile) : '', status, departments }];
}

/** @throws AppError `wechat.sync-too-large` */
export function assertReadable(departments: number): void {
  if (departments > MAX_SYNC_DEPARTMENTS)
    throw new AppError('wechat.sync-too-large', { code: EnvelopeCode.Refused, params: { n: departments, max: MAX_SYNC_DEPARTMENTS } });
}

/** Each member once, in the order of ids. */
export class MembersFound {
  readonly #members = new Map<string, WorkMember>();

  add(members: readonly WorkMember[]): void {
    for (const one of members) this.#members.set(one.userid.toLowerCase(), one);
  }

  /** An app that sees nobody any more must not put the whole house out of use. @throws AppError `wechat.sync-empty` */
  directory(departments: readonly WorkDepartment[]): Directory {
    if (departments.length === 0 || this.#members.size === 0) throw new AppError('wechat.sync-empty', { code: EnvelopeCode.Refused });
    return { departments, members: [...this.#members.values()].sort((one, other) => (one.userid < other.userid ? -1 : 1)) };
  }
}
