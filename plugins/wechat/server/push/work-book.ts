import { addressBook } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import { type Row, rowsOf } from '../directory/directory-facts.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type AddressBook, bookOf, type DepartmentThere, idsOr, textOr } from './address-book.ts';

const departmentOf = ({ id, name, parentid }: Row): DepartmentThere => ({ id: textOr(id), name: textOr(name), parent: textOr(parentid) });

/** The address book of WeCom; undefined where no secret of it is kept. */
export async function workBook(ctx: ReadCtx): Promise<AddressBook | undefined> {
  const account = await addressBook(ctx);
  if (!account) return undefined;
  const read = (path: string, query: Readonly<Record<string, string>>) => callWork(ctx, account, { path: `/cgi-bin/${path}`, query, repeatable: true });
  const write = (path: string, body: object) => callWork(ctx, account, { path: `/cgi-bin/${path}`, query: {}, body, repeatable: true });
  return bookOf({
    department: async (id) => departmentOf((await read('department/get', { id })).department as Row),
    below: async (parent) => rowsOf((await read('department/list', { id: parent })).department).map(departmentOf),
    createDepartment: async (name, parent) => textOr((await write('department/create', { name, parentid: Number(parent) })).id),
    changeDepartment: (id, { name, parent }) =>
      write('department/update', { id: Number(id), ...(name !== undefined && { name }), ...(parent !== undefined && { parentid: Number(parent) }) }),
    deleteDepartment: (id) => read('department/delete', { id }),
    async member(id) {
      const { userid, name, department, status } = await read('user/get', { userid: id });
      // Without the member's consent the service tells the id in place of the name.
      const told = textOr(name) === textOr(userid) ? '' : textOr(name);
      return { name: told, departments: idsOr(department), on: status === 1 || status === 4, active: status !== 4 };
    },
    createMember: ({ id, name, mobile, department }) => write('user/create', { userid: id, name, mobile, department: [Number(department)] }),
    changeMember: (id, { name, department }) =>
      write('user/update', { userid: id, ...(name !== undefined && { name }), ...(department !== undefined && { department: [Number(department)] }) }),
    setMemberOn: (id, on) => write('user/update', { userid: id, enable: on ? 1 : 0 }),
    deleteMember: (id) => read('user/delete', { userid: id }),
  });
}
