import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { downloadFile, FormStore, ListStore, pickFile, type SaveAct, SubTableStore, toldImport } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type CommonFieldRow, commonFieldContract } from '../../contract/model/common-field.contract.ts';
import { dataModelContract, type TableRow } from '../../contract/model/data-model.contract.ts';
import { MAX_COMMON_FIELDS } from '../../contract/model/model-limits.ts';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import { type SourceChoice, sourceChoices } from '../source/source-choice.ts';
import { columnFields, type ColumnValues, newColumn, type TableValues, tableFields } from './table-fields.tsx';

export interface TableFilter {
  readonly source: string;
  readonly keyword: string;
}
export interface TableForm {
  readonly form: FormStore<TableValues>;
  /** Name of the table that is changed; empty: a new one. */
  readonly table: string;
  /** False: it has rows, so that columns stay. */
  readonly empty: boolean;
}
/** What is open beside the list. */
export interface OpenTable {
  readonly kind: 'fields' | 'preview';
  readonly source: string;
  readonly row: TableRow;
}

const columnOf = ({ field, fieldName, dataType, dataLength, allowNull }: CommonFieldRow): ColumnValues => ({
  ...{ field, fieldName, dataType, dataLength, allowNull: allowNull === 1, primaryKey: false },
});

/** State of the page of tables: those of one source, the one that is looked at, the form. */
export class DataModelStore {
  readonly list: ListStore<TableRow, TableFilter>;
  sources: readonly SourceChoice[] = [];
  open: OpenTable | null = null;
  editing: TableForm | null = null;
  /** What the site keeps as common columns, read with the first form. */
  common: readonly ColumnValues[] = [];
  /** Table with rows whose name must be typed before it goes. */
  dropping: TableRow | null = null;
  readonly client: Client<typeof dataModelContract.routes>;
  private readonly acts = new ActGroup({}, 'systemData.dataModel');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(dataModelContract, ctx.http);
    this.list = new ListStore<TableRow, TableFilter>({
      rowKey: 'id',
      filter: { source: OWN_SOURCE },
      load: ({ source = OWN_SOURCE, keyword = '' }, signal) => this.client.tables({ params: { id: source }, query: { keyword } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      sources: observableRef,
      open: observableRef,
      editing: observableRef,
      common: observableRef,
      dropping: observableRef,
      look: action,
      close: action,
      closeForm: action,
      askDrop: action,
    });
    // What is refused shows in the list, which asks the same source.
    sourceChoices(ctx, true).then(
      (found) =>
        runInAction(() => {
          this.sources = found;
        }),
      () => undefined,
    );
  }

  get source(): string {
    return this.list.filter.source ?? OWN_SOURCE;
  }
  get mayChange(): boolean {
    return this.source === OWN_SOURCE;
  }

  look(kind: OpenTable['kind'], row: TableRow): void {
    this.open = { kind, row, source: this.source };
  }
  close(): void {
    this.open = null;
  }

  create(): void {
    this.openForm('', true, {
      table: '',
      tableName: '',
      tableFieldList: [{ ...newColumn(), field: 'id', dataType: 'varchar', allowNull: false, primaryKey: true }],
    });
  }

  async edit({ table }: TableRow): Promise<void> {
    const { data } = await this.client.one({ params: { linkId: OWN_SOURCE, id: table } });
    const tableFieldList = data.tableFieldList.map(({ allowNull, primaryKey, ...column }) => ({
      ...column,
      allowNull: allowNull === 1,
      primaryKey: primaryKey === 1,
    }));
    this.openForm(table, data.empty, { table, tableName: data.tableInfo.tableName, tableFieldList });
  }

  save = async ({ table, tableName, tableFieldList: columns }: TableValues, act: SaveAct): Promise<string> => {
    const before = this.editing?.table ?? '';
    const name = table.trim();
    const tableFieldList = columns.map(({ field, fieldName, dataType, dataLength, allowNull, primaryKey }) => ({
      ...{ field: field.trim(), fieldName, dataType, dataLength: dataLength.trim() },
      ...{ allowNull: allowNull ? (1 as const) : (0 as const), primaryKey: primaryKey ? (1 as const) : (0 as const) },
    }));
    const body = { tableInfo: { table: before === '' ? name : before, newTable: name, tableName }, tableFieldList };
    const input = { params: { linkId: OWN_SOURCE }, body };
    const { data, msg } = before === '' ? await this.client.create(input, { ...act, quiet: true }) : await this.client.edit(input, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data.table;
  };

  askDrop(row: TableRow | null): void {
    this.dropping = row;
  }

  /** @param confirm the name, as somebody typed it; empty: it goes only when nothing is in it */
  async drop({ table }: TableRow, confirm: string): Promise<void> {
    const end = await this.acts.run(table, confirm, (options) =>
      this.client.remove({ params: { linkId: OWN_SOURCE, id: table }, query: confirm === '' ? {} : { confirm } }, options),
    );
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    this.askDrop(null);
    await this.list.reload();
  }

  async export({ table }: TableRow): Promise<void> {
    await downloadFile(this.ctx, (options) => this.client.exportFile({ params: { linkId: this.source, id: table } }, options));
  }

  import(): void {
    pickFile('.json', async (file) => {
      await toldImport(this.ctx.toast, (options) => this.client.importFile({ params: { linkId: OWN_SOURCE }, body: { file } }, options));
      await this.list.reload();
    });
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.list.dispose();
    this.closeForm();
  }

  private openForm(table: string, empty: boolean, initial: TableValues): void {
    this.closeForm();
    const { t, drafts } = this.ctx;
    const lines = new SubTableStore<ColumnValues>({
      columns: () => columnFields(t),
      rows: initial.tableFieldList,
      newRow: newColumn,
      onChange: (rows) => form.set('tableFieldList', rows),
    });
    const form: FormStore<TableValues> = new FormStore<TableValues>({
      fields: () => tableFields(t, lines, empty, this.common),
      initial,
      drafts,
      draftKey: `site-table:${table}`,
    });
    if (form.fromDraft) lines.replace(form.values.tableFieldList);
    runInAction(() => {
      this.editing = { form, table, empty };
    });
    // The form does without them where they do not come.
    createClient(commonFieldContract, this.ctx.http)
      .list({ query: { pageSize: MAX_COMMON_FIELDS } }, { quiet: true })
      .then(
        ({ data }) =>
          runInAction(() => {
            this.common = data.list.map(columnOf);
          }),
        () => undefined,
      );
  }
}
