import { inLanguages as title, type Language, type PageRequest } from '@nephra/plugin-sdk/contract';
import { personalFacts, type RawReply, streamRows, xlsxReply, type XlsxKind } from '@nephra/plugin-sdk/server';
import type { UserRow } from '../../contract/index.ts';
import { type ExportKey, FURTHER_EXPORT_KEYS, type FurtherExportKey, USUAL_EXPORT_KEYS } from '../../domain/user-import/export-columns.ts';
import { IMPORT_COLUMNS } from '../../domain/user-import/import-columns.ts';
import { wordOf } from '../../domain/user-import/vocabulary.ts';
import type { Ctx } from '../permission-call.ts';
import { allUsers, listUsers, presentUsers, type ListedUser, type UserFilter } from '../user/users.query.ts';

const FILE = title('用户', '使用者', 'Users');

type AnyKey = ExportKey | FurtherExportKey;

/** How each column looks; `selectKey` chooses among them. */
const COLUMNS = {
  account: { title: IMPORT_COLUMNS.account.title, kind: 'text', width: 20 },
  realName: { title: IMPORT_COLUMNS.realName.title, kind: 'text', width: 14 },
  enCode: { title: IMPORT_COLUMNS.enCode.title, kind: 'text', width: 14 },
  gender: { title: IMPORT_COLUMNS.gender.title, kind: 'text', width: 10 },
  mobilePhone: { title: IMPORT_COLUMNS.mobilePhone.title, kind: 'text', width: 16 },
  email: { title: IMPORT_COLUMNS.email.title, kind: 'text', width: 26 },
  organize: { title: IMPORT_COLUMNS.organizeId.title, kind: 'text', width: 44 },
  position: { title: IMPORT_COLUMNS.positionId.title, kind: 'text', width: 20 },
  roleName: { title: IMPORT_COLUMNS.roleId.title, kind: 'text', width: 24 },
  enabledMark: { title: IMPORT_COLUMNS.enabledMark.title, kind: 'text', width: 10 },
  lastLogTime: { title: title('最近登录', '最近登入', 'Last sign-in'), kind: 'datetime', width: 20 },
  creatorTime: { title: title('创建时间', '建立時間', 'Created'), kind: 'datetime', width: 20 },
  sortCode: { title: IMPORT_COLUMNS.sortCode.title, kind: 'integer', width: 8 },
  description: { title: IMPORT_COLUMNS.description.title, kind: 'text', width: 30 },
  organizeId: { title: IMPORT_COLUMNS.organizeId.title, kind: 'text', width: 44 },
  managerId: { title: IMPORT_COLUMNS.managerId.title, kind: 'text', width: 20 },
  positionId: { title: IMPORT_COLUMNS.positionId.title, kind: 'text', width: 20 },
  roleId: { title: IMPORT_COLUMNS.roleId.title, kind: 'text', width: 24 },
  entryDate: { title: IMPORT_COLUMNS.entryDate.title, kind: 'date', width: 12 },
  birthday: { title: IMPORT_COLUMNS.birthday.title, kind: 'date', width: 12 },
  nation: { title: IMPORT_COLUMNS.nation.title, kind: 'text', width: 12 },
  nativePlace: { title: IMPORT_COLUMNS.nativePlace.title, kind: 'text', width: 16 },
  certificatesType: { title: IMPORT_COLUMNS.certificatesType.title, kind: 'text', width: 14 },
  certificatesNumber: { title: IMPORT_COLUMNS.certificatesNumber.title, kind: 'text', width: 22 },
  education: { title: IMPORT_COLUMNS.education.title, kind: 'text', width: 12 },
  telePhone: { title: IMPORT_COLUMNS.telePhone.title, kind: 'text', width: 16 },
  landline: { title: IMPORT_COLUMNS.landline.title, kind: 'text', width: 16 },
  urgentContacts: { title: IMPORT_COLUMNS.urgentContacts.title, kind: 'text', width: 16 },
  urgentTelePhone: { title: IMPORT_COLUMNS.urgentTelePhone.title, kind: 'text', width: 16 },
  postalAddress: { title: IMPORT_COLUMNS.postalAddress.title, kind: 'text', width: 40 },
} as const satisfies Record<AnyKey, { title: Readonly<Record<Language, string>>; kind: XlsxKind; width: number }>;

/** Rows whose names are looked up together. */
const BATCH = 500;

/** Known columns that were asked for, in that order; without any the usual ones. Names that nobody knows are left out. */
export function exportKeys(selectKey: string | undefined): readonly AnyKey[] {
  const asked = (selectKey ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key): key is AnyKey => Object.hasOwn(COLUMNS, key));
  return asked.length === 0 ? USUAL_EXPORT_KEYS : [...new Set(asked)];
}

type ExportRow = Pick<
  UserRow,
  'account' | 'realName' | 'enCode' | 'mobilePhone' | 'email' | 'organize' | 'position' | 'roleName' | 'description' | 'creatorTime' | 'sortCode'
> & {
  gender: string;
  enabledMark: string;
  lastLogTime: number | null;
} & Partial<Record<FurtherExportKey, string | number | null>>;

const exportRow = (row: UserRow, language: Language): ExportRow => ({
  ...row,
  gender: row.gender === '0' ? '' : wordOf('gender', row.gender, language),
  enabledMark: wordOf('enabledMark', String(row.enabledMark), language),
  organizeId: row.organize,
  positionId: row.position,
  roleId: row.roleName,
});

/** Rows with what the list does not show; looked up only when a column of it was asked for. */
async function withFurther(ctx: Ctx, rows: readonly UserRow[], keys: readonly AnyKey[]): Promise<ExportRow[]> {
  const { language } = ctx;
  const shown = rows.map((row) => ({ id: row.id, row: exportRow(row, language) }));
  if (shown.length === 0 || !keys.some((key) => (FURTHER_EXPORT_KEYS as readonly string[]).includes(key))) return shown.map(({ row }) => row);
  // rows: people who came through their door, and whom they report to
  const people = await ctx.db
    .selectFrom('core.user_account as person')
    .leftJoin('core.user_account as manager', 'manager.id', 'person.manager_id')
    .select(['person.id', 'person.property', 'manager.real_name as manager_name', 'manager.account as manager_account'])
    .where(
      'person.id',
      'in',
      shown.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(people.map((person) => [person.id, person]));
  return shown.map(({ id, row }) => {
    const person = byId.get(id);
    const { certificatesType, education, ...facts } = personalFacts(person?.property);
    return {
      ...row,
      ...facts,
      certificatesType: wordOf('certificatesType', certificatesType, language),
      education: wordOf('education', education, language),
      managerId: person?.manager_account == null ? '' : `${person.manager_name}/${person.manager_account}`,
    };
  });
}

/** GET ExportExcel. Read and sent in parts, so ten thousand people take no more memory than a page. */
export async function exportUsers(ctx: Ctx, query: PageRequest & UserFilter & { dataType?: '0' | '1' | ''; selectKey?: string }): Promise<RawReply> {
  const { language } = ctx;
  const keys = exportKeys(query.selectKey);
  ctx.audit({ subject: 'user', note: `${query.dataType === '1' ? 'all' : 'page'}: ${keys.join(',')}` });
  return xlsxReply<ExportRow>({
    fileName: `${FILE[language]} ${ctx.clock.today()}`,
    sheetName: FILE[language],
    columns: keys.map((key) => ({ key, title: COLUMNS[key].title[language], kind: COLUMNS[key].kind, width: COLUMNS[key].width }) as never), // kinds fit the row by the table above
    rows: query.dataType === '1' ? allRows(ctx, query, keys) : pageRows(ctx, query, keys),
  });
}

async function* pageRows(ctx: Ctx, query: PageRequest & UserFilter, keys: readonly AnyKey[]): AsyncGenerator<ExportRow> {
  yield* await withFurther(ctx, (await listUsers(ctx, query)).list, keys);
}

async function* allRows(ctx: Ctx, filter: UserFilter, keys: readonly AnyKey[]): AsyncGenerator<ExportRow> {
  let batch: ListedUser[] = [];
  const flush = async (): Promise<ExportRow[]> => {
    const rows = await withFurther(ctx, await presentUsers(ctx, batch), keys);
    batch = [];
    return rows;
  };
  for await (const row of streamRows(allUsers(ctx, filter))) {
    batch.push(row);
    if (batch.length === BATCH) yield* await flush();
  }
  yield* await flush();
}
