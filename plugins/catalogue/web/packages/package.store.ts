import { addMoney, type Money, ZERO } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, offeredFrom, type SaveAct, SubTableStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type MaintainedPackage, MAX_PACKAGE_NAME, MAX_PACKAGE_NOTE, MAX_PACKAGE_SORT, type WholePackage } from '../../contract/catalogue-package.schema.ts';
import type { CatalogueRow } from '../../contract/catalogue.schema.ts';
import { cataloguePackageContract } from '../../contract/catalogue-package.contract.ts';
import { packageColumns } from './package.columns.tsx';
import { amountsOfLine, inputOfLine, lineOf, type PackageLine } from './package-line.ts';

export interface PackageForm {
  packageName: string;
  note: string;
  sortCode: number | null;
}

export interface PackageSearch {
  keyword: string;
  enabled: number;
  dead: 'yes';
}

/** The package that is open: head and lines. */
export class PackageEditor {
  readonly form: FormStore<PackageForm>;
  readonly lines: SubTableStore<PackageLine>;
  /** Undefined: a new one. */
  readonly pack: WholePackage | undefined;
  touched = false;
  complaint: string | null = null;

  constructor(ctx: WebContext, pack: WholePackage | undefined) {
    const { t } = ctx;
    this.pack = pack;
    const offered = offeredFrom(ctx);
    this.form = new FormStore<PackageForm>({
      fields: () => [
        { kind: 'text', name: 'packageName', label: t('catalogue.pack.name'), required: true, maxLength: MAX_PACKAGE_NAME },
        { kind: 'text', name: 'note', label: t('catalogue.pack.note'), maxLength: MAX_PACKAGE_NOTE },
        { kind: 'number', name: 'sortCode', label: t('catalogue.pack.order'), min: 0, max: MAX_PACKAGE_SORT },
      ],
      initial: { packageName: pack?.packageName ?? '', note: pack?.note ?? '', sortCode: pack?.sortCode ?? 0 },
      alsoSent: () => this.lines.values.map(inputOfLine),
    });
    this.lines = new SubTableStore<PackageLine>({
      columns: () => packageColumns(t, this, offered),
      rows: (pack?.lines ?? []).map(lineOf),
      newRow: () => {
        throw new Error('lines come from the picker'); // the table's own button is off
      },
      onChange: () => this.touch(),
    });
    makeObservable(this, { touched: observable, complaint: observable, touch: action, complain: action, total: computed });
  }

  touch(): void {
    this.touched = true;
    this.complaint = null;
  }

  complain(text: string): void {
    this.complaint = text;
  }

  get total(): Money {
    return this.lines.values.reduce((sum, line) => addMoney(sum, amountsOfLine(line)?.subTotal ?? ZERO), ZERO);
  }

  /** Puts a line one place up or down. */
  move(line: PackageLine, by: -1 | 1): void {
    const rows = [...this.lines.values];
    const from = rows.indexOf(line);
    const to = from + by;
    const other = rows[to];
    if (from < 0 || other === undefined) return;
    rows[to] = line;
    rows[from] = other;
    this.lines.replace(rows);
  }

  dispose(): void {
    this.form.dispose();
  }
}

/** Packages of the facility, and the one that is open. */
export class PackageStore {
  readonly list: ListStore<MaintainedPackage, PackageSearch>;
  editor: PackageEditor | null = null;
  private readonly ctx: WebContext;
  private readonly client;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(cataloguePackageContract, ctx.http);
    this.list = new ListStore<MaintainedPackage, PackageSearch>({
      rowKey: 'packageId',
      load: ({ dead, ...query }, signal) => this.client.packages({ query: { ...query, ...(dead ? { dead: true } : {}) } }, { signal, quiet: true }),
    });
    makeObservable(this, { editor: observableRef, close: action });
  }

  find = async (keyword: string, signal: AbortSignal): Promise<readonly CatalogueRow[]> =>
    (await this.client.choices({ query: { keyword, pageSize: 50 } }, { signal, quiet: true })).data.list;

  async open(row: MaintainedPackage | null = null): Promise<void> {
    const pack = row === null ? undefined : (await this.client.package({ params: { id: row.packageId } })).data;
    runInAction(() => {
      this.editor = new PackageEditor(this.ctx, pack);
    });
  }

  close(): void {
    this.editor?.dispose();
    this.editor = null;
  }

  save = async (form: PackageForm, act: SaveAct): Promise<void> => {
    const { editor } = this;
    if (!editor) return;
    const body = {
      packageName: form.packageName.trim(),
      note: form.note.trim(),
      sortCode: form.sortCode ?? 0,
      lines: editor.lines.values.map(inputOfLine),
      ...(editor.pack ? { version: editor.pack.version } : {}),
    };
    const options = { ...act, quiet: true };
    const { msg } = editor.pack
      ? await this.client.update({ params: { id: editor.pack.packageId }, body }, options)
      : await this.client.create({ body }, options);
    this.ctx.toast.success(msg);
  };

  async setEnabled(row: MaintainedPackage, enabled: boolean): Promise<void> {
    const { msg } = await this.client.state({ params: { id: row.packageId }, body: { enableMark: enabled ? 1 : 0, version: row.version } });
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  dispose(): void {
    this.list.dispose();
    this.editor?.dispose();
  }
}
