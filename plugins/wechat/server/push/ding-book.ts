import { callDing } from '../ding/call-ding.ts';
import { dingAccount } from '../ding/ding-account.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type AddressBook, idsOr, type MemberThere, rowsOr, textOr } from './address-book.ts';
import { ID_TAKEN, NAME_TAKEN, NO_DEPARTMENT, NO_MEMBER, NOT_EMPTY, unlessRefused } from './book-refusals.ts';

const factsOf = (result: unknown): Readonly<Record<string, unknown>> => (typeof result === 'object' && result !== null ? { ...result } : {});

/** The address book of DingTalk; undefined where no account is set up. A member cannot be put out of use there, only removed. */
export async function dingBook(ctx: ReadCtx): Promise<AddressBook | undefined> {
  const account = await dingAccount(ctx);
  if (!account) return undefined;
  // What is there already is answered by a code of its own, so a lost answer may be asked for again.
  const call = async (path: string, body: object) => (await callDing(ctx, account, { path: `/topapi/v2/${path}`, query: {}, body, repeatable: true })).result;
  const nothing = () => undefined;
  const member = (id: string): Promise<MemberThere | undefined> =>
    unlessRefused(
      NO_MEMBER,
      async () => {
        const { name, dept_id_list: departments, active } = factsOf(await call('user/get', { userid: id }));
        return { name: textOr(name), departments: idsOr(departments), on: true, active: active !== false };
      },
      nothing,
    );
  return {
    member,
    department: (id) =>
      unlessRefused(
        NO_DEPARTMENT,
        async () => {
          const { name, parent_id: parent } = factsOf(await call('department/get', { dept_id: Number(id) }));
          return { id, name: textOr(name), parent: textOr(parent) };
        },
        nothing,
      ),
    addDepartment: (name, parent) =>
      unlessRefused(
        NAME_TAKEN,
        async () => textOr(factsOf(await call('department/create', { name, parent_id: Number(parent) })).dept_id),
        async (refusal) => {
          const same = rowsOr(await call('department/listsub', { dept_id: Number(parent) })).find((one) => textOr(one.name) === name);
          if (!same) throw refusal;
          return textOr(same.dept_id);
        },
      ),
    async changeDepartment(id, { name, parent }) {
      const change = { ...(name !== undefined && { name }), ...(parent !== undefined && { parent_id: Number(parent) }) };
      await call('department/update', { dept_id: Number(id), ...change });
    },
    async removeDepartment(id) {
      const removed = await unlessRefused(
        NOT_EMPTY,
        () => unlessRefused(NO_DEPARTMENT, () => call('department/delete', { dept_id: Number(id) }), nothing),
        () => false as const,
      );
      return removed !== false;
    },
    async addMember({ id, name, mobile, department }) {
      await unlessRefused(
        ID_TAKEN,
        () => call('user/create', { userid: id, name, mobile, dept_id_list: department }),
        async (refusal) => {
          if ((await member(id))?.name !== name) throw refusal;
        },
      );
    },
    async changeMember(id, { name, department }) {
      await call('user/update', { userid: id, ...(name !== undefined && { name }), ...(department !== undefined && { dept_id_list: department }) });
    },
    async removeMember(id) {
      await unlessRefused(NO_MEMBER, () => call('user/delete', { userid: id }), nothing);
    },
  };
}
