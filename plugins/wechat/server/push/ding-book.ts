import { callDing } from '../ding/call-ding.ts';
import { dingAccount } from '../ding/ding-account.ts';
import { type Row, rowsOf } from '../directory/directory-facts.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type AddressBook, bookOf, type DepartmentThere, idsOr, textOr } from './address-book.ts';

const factsOf = (result: unknown): Row => (typeof result === 'object' && result !== null ? { ...result } : {});
const departmentOf = ({ dept_id: id, name, parent_id: parent }: Row): DepartmentThere => ({ id: textOr(id), name: textOr(name), parent: textOr(parent) });

/** The address book of DingTalk; undefined where no account is set up. A member cannot be put out of use there, only removed. */
export async function dingBook(ctx: ReadCtx): Promise<AddressBook | undefined> {
  const account = await dingAccount(ctx);
  if (!account) return undefined;
  const call = async (path: string, body: object) => (await callDing(ctx, account, { path: `/topapi/v2/${path}`, query: {}, body, repeatable: true })).result;
  return bookOf({
    department: async (id) => departmentOf(factsOf(await call('department/get', { dept_id: Number(id) }))),
    below: async (parent) => rowsOf(await call('department/listsub', { dept_id: Number(parent) })).map(departmentOf),
    createDepartment: async (name, parent) => textOr(factsOf(await call('department/create', { name, parent_id: Number(parent) })).dept_id),
    changeDepartment: (id, { name, parent }) =>
      call('department/update', { dept_id: Number(id), ...(name !== undefined && { name }), ...(parent !== undefined && { parent_id: Number(parent) }) }),
    deleteDepartment: (id) => call('department/delete', { dept_id: Number(id) }),
    async member(id) {
      const { name, dept_id_list: departments, active } = factsOf(await call('user/get', { userid: id }));
      return { name: textOr(name), departments: idsOr(departments), on: true, active: active !== false };
    },
    // Departments come as a list and are sent as one text.
    createMember: ({ id, name, mobile, department }) => call('user/create', { userid: id, name, mobile, dept_id_list: department }),
    changeMember: (id, { name, department }) =>
      call('user/update', { userid: id, ...(name !== undefined && { name }), ...(department !== undefined && { dept_id_list: department }) }),
    deleteMember: (id) => call('user/delete', { userid: id }),
  });
}
