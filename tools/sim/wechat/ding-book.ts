import type { SimDingDepartment, SimDingMember } from './ding-account.ts';

/** The address book as it stands. */
interface Book {
  readonly members: readonly SimDingMember[];
  readonly departments: readonly SimDingDepartment[];
}
/** The same after a call, and what it answers. */
interface Written extends Book {
  readonly errcode: number;
  readonly more: object;
}
type Fields = Readonly<Record<string, unknown>>;

export const DING_BOOK_SAID: Readonly<Record<number, string>> = {
  60003: '部门不存在',
  60004: '父部门不存在',
  60005: '部门下存在成员不能删除',
  60006: '部门下存在子部门不能删除',
  60008: '父部门下该部门名称已存在',
  60102: 'UserID在公司中已存在',
  60104: '手机号码在公司中已存在',
  60121: '找不到该用户',
};

const TOP = 1;
const FIRST_ID = 700_000_100;

function writeDepartment(isNew: boolean, { dept_id: id, name, parent_id: parent }: Fields, book: Book): Written {
  const refuse = (errcode: number): Written => ({ ...book, errcode, more: {} });
  const found = book.departments.find(({ dept_id }) => dept_id === id);
  if (!isNew && !found) return refuse(60003);
  const next: SimDingDepartment = {
    dept_id: isNew ? Math.max(FIRST_ID, ...book.departments.map(({ dept_id }) => dept_id)) + 1 : (id as number),
    name: (name as string | undefined) ?? found?.name ?? '',
    parent_id: (parent as number | undefined) ?? found?.parent_id ?? TOP,
  };
  if (next.name === '' || [...next.name].length > 64) return refuse(40035);
  if (next.parent_id !== TOP && !book.departments.some(({ dept_id }) => dept_id === next.parent_id)) return refuse(60004);
  if (book.departments.some((one) => one.dept_id !== next.dept_id && one.parent_id === next.parent_id && one.name === next.name)) return refuse(60008);
  const departments = [...book.departments.filter(({ dept_id }) => dept_id !== next.dept_id), next];
  return { ...book, departments, errcode: 0, more: { result: isNew ? { dept_id: next.dept_id } : {} } };
}

function writeMember(isNew: boolean, { userid, name, mobile, dept_id_list: places }: Fields, book: Book): Written {
  const refuse = (errcode: number): Written => ({ ...book, errcode, more: {} });
  const found = book.members.find((one) => one.userid === userid);
  if (isNew && found) return refuse(60102);
  if (!isNew && !found) return refuse(60121);
  // A list in one text, as this service takes it.
  const departments = places === undefined ? (found?.dept_id_list ?? []) : String(places).split(',').map(Number);
  if (departments.some((id) => id !== TOP && !book.departments.some(({ dept_id }) => dept_id === id))) return refuse(60003);
  if (isNew && !/^1\d{10}$/.test(String(mobile))) return refuse(40035);
  if (mobile !== undefined && book.members.some((one) => one !== found && one.mobile === mobile)) return refuse(60104);
  const next: SimDingMember = {
    ...{ userid: String(userid), name: (name as string | undefined) ?? found?.name ?? '', mobile: (mobile as string | undefined) ?? found?.mobile ?? '' },
    ...{ active: found?.active ?? false, dept_id_list: departments },
  };
  const members = found ? book.members.map((one) => (one === found ? next : one)) : [...book.members, next];
  return { ...book, members, errcode: 0, more: { result: { userid: next.userid } } };
}

/** A call that reads one entry of the address book, or writes there; undefined: it is none. Refuses as the real one does. */
export function callDingBook(path: string, body: Fields, book: Book): Written | undefined {
  const said = (errcode: number, more: object = {}, change: Partial<Book> = {}): Written => ({ ...book, ...change, errcode, more });
  const department = book.departments.find(({ dept_id }) => dept_id === body.dept_id);
  const member = book.members.find(({ userid }) => userid === body.userid);
  switch (path) {
    case '/topapi/v2/department/create':
    case '/topapi/v2/department/update':
      return writeDepartment(path.endsWith('create'), body, book);
    case '/topapi/v2/department/delete':
      if (!department) return said(60003);
      if (book.members.some((one) => one.dept_id_list.includes(department.dept_id))) return said(60005);
      if (book.departments.some(({ parent_id }) => parent_id === department.dept_id)) return said(60006);
      return said(0, {}, { departments: book.departments.filter((one) => one !== department) });
    case '/topapi/v2/user/get':
      return member ? said(0, { result: member }) : said(60121);
    case '/topapi/v2/user/create':
    case '/topapi/v2/user/update':
      return writeMember(path.endsWith('create'), body, book);
    case '/topapi/v2/user/delete':
      return member ? said(0, {}, { members: book.members.filter((one) => one !== member) }) : said(60121);
    default:
      return undefined;
  }
}
