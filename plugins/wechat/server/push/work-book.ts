import { addressBook } from '../account/work-account.ts';
import { callWork } from '../gateway/call-work.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { type AddressBook, idsOr, type MemberThere, rowsOr, textOr } from './address-book.ts';
import { ID_TAKEN, NAME_TAKEN, NO_DEPARTMENT, NO_MEMBER, NOT_EMPTY, unlessRefused } from './book-refusals.ts';

/** The address book of WeCom; undefined where no secret of it is kept. */
export async function workBook(ctx: ReadCtx): Promise<AddressBook | undefined> {
  const account = await addressBook(ctx);
  if (!account) return undefined;
  const read = (path: `/${string}`, query: Readonly<Record<string, string>>) => callWork(ctx, account, { path, query, repeatable: true });
  // What is there already is answered by a code of its own, so a lost answer may be asked for again.
  const write = (path: `/${string}`, body: object) => callWork(ctx, account, { path, query: {}, body, repeatable: true });
  const nothing = () => undefined;
  const member = (id: string): Promise<MemberThere | undefined> =>
    unlessRefused(
      NO_MEMBER,
      async () => {
        const { userid, name, department, status } = await read('/cgi-bin/user/get', { userid: id });
        const told = textOr(name);
        return { name: told === textOr(userid) ? '' : told, departments: idsOr(department), on: status === 1 || status === 4, active: status !== 4 };
      },
      nothing,
    );
  return {
    member,
    department: (id) =>
      unlessRefused(
        NO_DEPARTMENT,
        async () => {
          const { name, parentid } = (await read('/cgi-bin/department/get', { id })).department as Readonly<Record<string, unknown>>;
          return { id, name: textOr(name), parent: textOr(parentid) };
        },
        nothing,
      ),
    addDepartment: (name, parent) =>
      unlessRefused(
        NAME_TAKEN,
        async () => textOr((await write('/cgi-bin/department/create', { name, parentid: Number(parent) })).id),
        async (refusal) => {
          const there = rowsOr((await read('/cgi-bin/department/list', { id: parent })).department);
          const same = there.find((one) => textOr(one.name) === name && textOr(one.parentid) === parent);
          if (!same) throw refusal;
          return textOr(same.id);
        },
      ),
    async changeDepartment(id, { name, parent }) {
      const change = { ...(name !== undefined && { name }), ...(parent !== undefined && { parentid: Number(parent) }) };
      await write('/cgi-bin/department/update', { id: Number(id), ...change });
    },
    async removeDepartment(id) {
      const removed = await unlessRefused(
        NOT_EMPTY,
        () => unlessRefused(NO_DEPARTMENT, () => read('/cgi-bin/department/delete', { id }), nothing),
        () => false as const,
      );
      return removed !== false;
    },
    async addMember({ id, name, mobile, department }) {
      await unlessRefused(
        ID_TAKEN,
        () => write('/cgi-bin/user/create', { userid: id, name, mobile, department: [Number(department)] }),
        async (refusal) => {
          const there = await member(id);
          if (!there || (there.name !== '' && there.name !== name)) throw refusal;
        },
      );
    },
    async changeMember(id, { name, department }) {
      const change = { ...(name !== undefined && { name }), ...(department !== undefined && { department: [Number(department)] }) };
      await write('/cgi-bin/user/update', { userid: id, ...change });
    },
    async setMemberOn(id, on) {
      await write('/cgi-bin/user/update', { userid: id, enable: on ? 1 : 0 });
    },
    async removeMember(id) {
      await unlessRefused(NO_MEMBER, () => read('/cgi-bin/user/delete', { userid: id }), nothing);
    },
  };
}
