import type { Language, PageRequest } from '@nephra/plugin-sdk/contract';
import { type RawReply, streamRows, xlsxReply, type XlsxKind } from '@nephra/plugin-sdk/server';
import type { UserRow } from '../../contract/index.ts';
import { type ExportKey, USUAL_EXPORT_KEYS } from '../../domain/user-import/export-columns.ts';
import { IMPORT_COLUMNS } from '../../domain/user-import/import-columns.ts';
import { wordOf } from '../../domain/user-import/vocabulary.ts';
import type { Ctx } from '../permission-call.ts';
import { allUsers, listUsers, presentUsers, type StoredUser, type UserFilter } from '../user/users.query.ts';

const title = (zh: string, zhtw: string, en: string): Readonly<Record<Language, string>> => ({ zh, zhtw, en });
const FILE = title('用户', '使用者', 'Users');

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
} as const satisfies Record<ExportKey, { title: Readonly<Record<Language, string>>; kind: XlsxKind; width: number }>;

/** Rows whose names are looked up together. */
const BATCH = 500;

/** Known columns that were asked for, in that order; without any the usual ones. Names that nobody knows are left out. */
export function exportKeys(selectKey: string | undefined): readonly ExportKey[] {
  const asked = (selectKey ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key): key is ExportKey => Object.hasOwn(COLUMNS, key));
  return asked.length === 0 ? USUAL_EXPORT_KEYS : [...new Set(asked)];
}

type ExportRow = Pick<
  UserRow,
  'account' | 'realName' | 'enCode' | 'mobilePhone' | 'email' | 'organize' | 'position' | 'roleName' | 'description' | 'creatorTime' | 'sortCode'
> & {
  gender: string;
  enabledMark: string;
  lastLogTime: number | null;
};

const exportRow = (row: UserRow, language: Language): ExportRow => ({
  ...row,
  gender: row.gender === 0 ? '' : wordOf('gender', String(row.gender), language),
  enabledMark: wordOf('enabledMark', String(row.enabledMark), language),
});

/** GET ExportExcel. Read and sent in parts, so ten thousand people take no more memory than a page. */
export async function exportUsers(ctx: Ctx, query: PageRequest & UserFilter & { dataType?: '0' | '1' | ''; selectKey?: string }): Promise<RawReply> {
  const { language } = ctx;
  const keys = exportKeys(query.selectKey);
  ctx.audit({ subject: 'user', note: `${query.dataType === '1' ? 'all' : 'page'}: ${keys.join(',')}` });
  return xlsxReply<ExportRow>({
    fileName: `${FILE[language]} ${ctx.clock.today()}`,
    sheetName: FILE[language],
    columns: keys.map((key) => ({ key, title: COLUMNS[key].title[language], kind: COLUMNS[key].kind, width: COLUMNS[key].width }) as never), // kinds fit the row by the table above
    rows: query.dataType === '1' ? allRows(ctx, query) : pageRows(ctx, query),
  });
}

async function* pageRows(ctx: Ctx, query: PageRequest & UserFilter): AsyncGenerator<ExportRow> {
  for (const row of (await listUsers(ctx, query)).list) yield exportRow(row, ctx.language);
}

async function* allRows(ctx: Ctx, filter: UserFilter): AsyncGenerator<ExportRow> {
  let batch: StoredUser[] = [];
  const flush = async (): Promise<ExportRow[]> => {
    const rows = (await presentUsers(ctx, batch)).map((row) => exportRow(row, ctx.language));
    batch = [];
    return rows;
  };
  for await (const row of streamRows(allUsers(ctx, filter))) {
    batch.push(row);
    if (batch.length === BATCH) yield* await flush();
  }
  yield* await flush();
}
