import { parseDay } from '@nephra/plugin-sdk/contract';
import { dayText } from '@nephra/plugin-sdk/record';
import { checkUser, type UserProblem } from '../user/user-check.ts';
import type { Place } from '../user/memberships.ts';
import type { ImportKey, ImportTexts } from './import-columns.ts';
import type { RowProblem } from './row-problem.ts';
import { codeOf } from './vocabulary.ts';

/** What a name in a sheet may mean; null = several things. */
export interface ImportNames {
  /** By whole path, lower case. */
  place(path: string): Place | undefined;
  /** By name or by path and name; the places decide between positions of the same name. */
  position(name: string, places: readonly Place[]): string | null | undefined;
  role(name: string): string | null | undefined;
  /** False when the caller may not add people in this organisation. */
  mayAddTo(orgId: string): boolean;
  /** What keeps the caller from giving this role or position to somebody who works at these places. */
  problemToGive(kind: 'role' | 'position', id: string, places: readonly Place[]): 'beyond' | 'roleAbove' | 'roleNotNamed' | undefined;
}

/** A row whose texts were understood as far as they can be. */
export interface ReadRow {
  readonly account: string;
  readonly realName: string;
  readonly enCode: string;
  readonly gender: 0 | 1 | 2;
  readonly places: readonly Place[];
  /** Account of the manager, lower case; empty = none. */
  readonly manager: string;
  readonly positionIds: readonly string[];
  readonly roleIds: readonly string[];
  readonly mobilePhone: string;
  readonly email: string;
  readonly enabledMark: 0 | 1 | 2;
  readonly sortCode: number;
  readonly description: string;
  readonly personal: Readonly<Record<string, string | number | null>>;
  readonly problems: readonly RowProblem[];
}

/** Most characters of texts that have no form of their own. */
const LONGEST: Partial<Record<ImportKey, number>> = {
  description: 500,
  nation: 50,
  nativePlace: 50,
  certificatesNumber: 50,
  telePhone: 20,
  landline: 50,
  urgentContacts: 50,
  urgentTelePhone: 50,
  postalAddress: 300,
  enCode: 30,
  email: 100,
};
const PERSONAL = ['nation', 'nativePlace', 'certificatesNumber', 'telePhone', 'landline', 'urgentContacts', 'urgentTelePhone', 'postalAddress'] as const;

const BY_CHECK: Readonly<Record<UserProblem['key'], RowProblem['key']>> = {
  'user-account': 'account',
  'user-name': 'name',
  'user-code': 'digits',
  'user-mobile': 'mobile',
  'user-email': 'email',
  'user-idcard': 'idcard',
};

const partsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;；\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** `a／b > c` and `a / b/c` mean the same. */
export const pathKey = (path: string): string =>
  path
    .split(/[/／>＞\\]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/')
    .toLowerCase();

/** Milliseconds of a day written with dashes, slashes, dots or Chinese signs; undefined when it is none. */
export function dayFrom(text: string): number | undefined {
  const day = dayText(text);
  return day === undefined ? undefined : parseDay(day);
}

/** `张三/zhang` and `zhang` name the same account. */
export const managerAccount = (text: string): string => (text.split(/[/／]/).at(-1) ?? '').trim().toLowerCase();

/** Reads a row by itself: what it means, and what is wrong with it without looking at other rows or accounts. */
export function readRow(texts: ImportTexts, names: ImportNames): ReadRow {
  const problems: RowProblem[] = [];
  const complain = (field: ImportKey, key: RowProblem['key'], value?: string | number): void =>
    void problems.push({ field, key, ...(value === undefined ? {} : { value }) });
  const coded = <Code extends string>(field: 'gender' | 'enabledMark' | 'certificatesType' | 'education', fallback: Code): Code => {
    if (texts[field] === '') return fallback;
    const code = codeOf(field, texts[field]);
    if (code === undefined) complain(field, 'choice', texts[field]);
    return (code as Code | undefined) ?? fallback;
  };
  const day = (field: 'entryDate' | 'birthday'): number | null => {
    if (texts[field] === '') return null;
    const value = dayFrom(texts[field]);
    if (value === undefined) complain(field, 'day', texts[field]);
    return value ?? null;
  };

  for (const field of ['account', 'realName', 'organizeId'] as const) if (texts[field] === '') complain(field, 'required');
  const certificatesType = coded<string>('certificatesType', '');
  for (const problem of checkUser({ ...texts, certificatesType })) if (texts[problem.field] !== '') complain(problem.field, BY_CHECK[problem.key]);
  for (const [field, most] of Object.entries(LONGEST) as [ImportKey, number][]) if ([...texts[field]].length > most) complain(field, 'tooLong', most);
  const places = placesFrom(texts.organizeId, names, complain);
  const sortCode = texts.sortCode === '' ? 0 : Number(texts.sortCode);
  const sortable = Number.isInteger(sortCode) && sortCode >= 0 && sortCode <= 999_999;
  if (!sortable) complain('sortCode', 'integer');
  return {
    account: texts.account,
    realName: texts.realName,
    enCode: texts.enCode,
    gender: Number(coded('gender', '0')) as 0 | 1 | 2,
    places,
    manager: managerAccount(texts.managerId),
    positionIds: idsFrom('position', texts.positionId, (name) => names.position(name, places), names, places, complain),
    roleIds: idsFrom('role', texts.roleId, (name) => names.role(name), names, places, complain),
    mobilePhone: texts.mobilePhone,
    email: texts.email,
    enabledMark: Number(coded('enabledMark', '1')) as 0 | 1 | 2,
    sortCode: sortable ? sortCode : 0,
    description: texts.description,
    personal: {
      ...Object.fromEntries(PERSONAL.map((name) => [name, texts[name]])),
      certificatesType,
      education: coded<string>('education', ''),
      entryDate: day('entryDate'),
      birthday: day('birthday'),
    },
    problems,
  };
}

type Complain = (field: ImportKey, key: RowProblem['key'], value?: string | number) => void;

function placesFrom(text: string, names: ImportNames, complain: Complain): Place[] {
  const places = new Map<string, Place>();
  for (const path of partsOf(text)) {
    const place = names.place(pathKey(path));
    if (!place) complain('organizeId', 'unknownPlace', path);
    else if (!names.mayAddTo(place.orgId)) complain('organizeId', 'notDelegated', path);
    else places.set(`${place.orgId} ${place.departmentId ?? ''}`, place);
  }
  return [...places.values()];
}

function idsFrom(
  kind: 'role' | 'position',
  text: string,
  find: (name: string) => string | null | undefined,
  names: ImportNames,
  places: readonly Place[],
  complain: Complain,
): string[] {
  const field = kind === 'role' ? 'roleId' : 'positionId';
  const ids = new Set<string>();
  for (const name of partsOf(text)) {
    const id = find(name);
    if (id === undefined) complain(field, kind === 'role' ? 'unknownRole' : 'unknownPosition', name);
    else if (id === null) complain(field, kind === 'role' ? 'manyRoles' : 'manyPositions', name);
    else {
      const problem = names.problemToGive(kind, id, places);
      if (problem) complain(field, problem, name);
      else ids.add(id);
    }
  }
  return [...ids];
}
