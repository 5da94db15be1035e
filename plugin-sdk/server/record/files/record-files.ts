import type { Need } from '../../../contract/index.ts';
import { columnRight, type RecordField } from '../../../contract/record/index.ts';
import type { RowsUser, ServerContext } from '../../context.ts';
import type { FileHolder } from '../../files/file-holders.ts';
import type { FileReader, FileRights } from '../../files/file-readers.ts';
import type { Ctx, RecordRows, Row } from '../record-rows.ts';
import { filesOf, holdsFiles, namesAnyFile, namesFile } from './rows-of-files.ts';

/** Files of a record's rows are for whoever sees such a row in its list, in a field that they see. */
export class RecordFileReader implements FileReader {
  readonly #own: ServerContext<unknown>;
  readonly #rows: RecordRows;

  constructor(own: ServerContext<unknown>, rows: RecordRows) {
    this.#own = own;
    this.#rows = rows;
  }

  async mayRead(user: RowsUser, fileId: string, { can, dataScope }: FileRights): Promise<boolean> {
    const { record, table } = this.#rows;
    if (!(await holds(record.acts.list?.need ?? `perm:${record.menu}`, can))) return false;
    const fields: RecordField[] = [];
    for (const field of record.fields.filter(holdsFiles)) if (!field.withheld || (await can(columnRight(record, field)))) fields.push(field);
    if (fields.length === 0) return false;
    const { menu } = table.options;
    const scope = menu === undefined ? undefined : await dataScope(menu);
    const reader = { ...this.#own, user, dataScope: () => scope } as unknown as Ctx;
    const row = await table
      .select(reader, 'row')
      .where(namesFile(fields, [fileId]))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}

async function holds(need: Need, can: FileRights['can']): Promise<boolean> {
  if (typeof need === 'string') return !need.startsWith('perm:') || (await can(need.slice('perm:'.length)));
  for (const one of need.anyOf) if (await holds(one, can)) return true;
  return false;
}

/** Files that rows of a record name. Its kinds of upload are those of all records: no plugin can say alone that one is named by nothing. */
export class RecordFileHolder implements FileHolder {
  readonly types: readonly string[] = [];
  readonly #own: ServerContext<unknown>;
  readonly #rows: RecordRows;

  constructor(own: ServerContext<unknown>, rows: RecordRows) {
    this.#own = own;
    this.#rows = rows;
  }

  async held(fileIds: readonly string[]): Promise<readonly string[]> {
    if (fileIds.length === 0) return [];
    const fields = this.#rows.record.fields.filter(holdsFiles);
    const found = await this.#rows.table
      .everywhere(this.#own as unknown as Ctx, 'a file that a row names stays, whoever may see the row; nothing else of it is told', 'row')
      .where(namesAnyFile(fields, fileIds))
      .execute();
    const named = (found as unknown as readonly Row[]).flatMap((row) => filesOf(this.#rows, row, fields));
    return [...new Set(named.map(({ fileId }) => fileId))].filter((fileId) => fileIds.includes(fileId));
  }
}
