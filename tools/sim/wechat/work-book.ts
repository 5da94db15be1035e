import type { SimDepartment, SimMember } from './people.ts';

/** The address book as it stands. */
interface Book {
  readonly members: readonly SimMember[];
  readonly departments: readonly SimDepartment[];
}
/** The same after a call, and what it answers. */
interface Written extends Book {
  readonly errcode: number;
  readonly more: object;
}
type Fields = Readonly<Record<string, unknown>>;

export const BOOK_SAID: Readonly<Record<number, string>> = {
  60001: 'department length error',
  60003: 'department not found',
  60004: 'parent department not found',
  60005: 'department contains user',
  60006: 'department contains sub-department',
  60008: 'department already exists',
  60009: 'invalid department name chars',
  60010: 'department loop',
  60102: 'userid existed',
  60103: 'mobile invalid',
  60104: 'mobile existed',
  60111: 'userid not found',
  60123: 'invalid department id',
};

const PATHS = /^\/cgi-bin\/(?:department\/(?:get|create|update|delete)|user\/(?:get|create|update|delete))$/;
/** Calls for which the secret of the address book is needed. */
export const isBookPath = (path: string): boolean => PATHS.test(path);

const MAX_NAME = 64;

function nameFlaw(name: unknown): number {
  if (typeof name !== 'string' || name === '' || [...name].length > MAX_NAME) return 60001;
  return /[\\:*?"<>｜|]/.test(name) ? 60009 : 0;
}

function isBelow(departments: readonly SimDepartment[], id: number, above: number): boolean {
  const parents = new Map(departments.map((one) => [one.id, one.parentid]));
  for (let at: number | undefined = id, steps = 0; at !== undefined && steps < departments.length; at = parents.get(at), steps += 1)
    if (at === above) return true;
  return false;
}

function writeDepartment(path: string, { id, name, parentid }: Fields, book: Book): Written {
  const refuse = (errcode: number): Written => ({ ...book, errcode, more: {} });
  const isNew = path.endsWith('create');
  const found = book.departments.find((one) => one.id === id);
  if (!isNew && !found) return refuse(60003);
  const next: SimDepartment = {
    ...{ id: isNew ? Math.max(...book.departments.map((one) => one.id)) + 1 : (id as number), order: found?.order ?? 10 },
    ...{ name: (name as string | undefined) ?? found?.name ?? '', parentid: (parentid as number | undefined) ?? found?.parentid ?? 0 },
  };
  const flaw = nameFlaw(next.name);
  if (flaw !== 0) return refuse(flaw);
  if (!book.departments.some((one) => one.id === next.parentid)) return refuse(60004);
  if (!isNew && isBelow(book.departments, next.parentid, next.id)) return refuse(60010);
  if (book.departments.some((one) => one.id !== next.id && one.parentid === next.parentid && one.name === next.name)) return refuse(60008);
  const departments = [...book.departments.filter((one) => one.id !== next.id), next];
  return { ...book, departments, errcode: 0, more: isNew ? { id: next.id } : {} };
}

function writeMember(path: string, { userid, name, mobile, department, enable }: Fields, book: Book): Written {
  const refuse = (errcode: number): Written => ({ ...book, errcode, more: {} });
  const isNew = path.endsWith('create');
  const found = book.members.find((one) => one.userid.toLowerCase() === String(userid).toLowerCase());
  if (isNew && found) return refuse(60102);
  if (!isNew && !found) return refuse(60111);
  const places = (department as readonly number[] | undefined) ?? found?.department ?? [];
  if (places.some((id) => !book.departments.some((one) => one.id === id))) return refuse(60123);
  if (isNew && !/^1\d{10}$/.test(String(mobile))) return refuse(60103);
  if (mobile !== undefined && book.members.some((one) => one !== found && one.mobile === mobile)) return refuse(60104);
  const next: SimMember = {
    ...{
      userid: found?.userid ?? String(userid),
      name: (name as string | undefined) ?? found?.name ?? '',
      mobile: (mobile as string | undefined) ?? found?.mobile ?? '',
    },
    ...{ department: places, consent: found?.consent ?? false },
    // 4: nobody has signed in as this member yet.
    status: enable === 0 ? 2 : enable === 1 ? 1 : (found?.status ?? 4),
  };
  const members = found ? book.members.map((one) => (one === found ? next : one)) : [...book.members, next];
  return { ...book, members, errcode: 0, more: {} };
}

/** A call in the name of the address book. Refuses as the real one does. */
export function callWorkBook(path: string, query: URLSearchParams, body: Fields, book: Book): Written {
  const said = (errcode: number, more: object = {}, change: Partial<Book> = {}): Written => ({ ...book, ...change, errcode, more });
  const department = book.departments.find(({ id }) => id === Number(query.get('id')));
  const member = book.members.find(({ userid }) => userid.toLowerCase() === (query.get('userid') ?? '').toLowerCase());
  switch (path) {
    case '/cgi-bin/department/get':
      return department ? said(0, { department }) : said(60123);
    case '/cgi-bin/department/delete': {
      if (!department) return said(60123);
      if (book.members.some((one) => one.department.includes(department.id))) return said(60005);
      if (book.departments.some(({ parentid }) => parentid === department.id)) return said(60006);
      return said(0, {}, { departments: book.departments.filter((one) => one !== department) });
    }
    case '/cgi-bin/user/get':
      return member ? said(0, { ...member, name: member.consent ? member.name : member.userid }) : said(60111);
    case '/cgi-bin/user/delete':
      return member ? said(0, {}, { members: book.members.filter((one) => one !== member) }) : said(60111);
    default:
      return path.startsWith('/cgi-bin/department/') ? writeDepartment(path, body, book) : writeMember(path, body, book);
  }
}
