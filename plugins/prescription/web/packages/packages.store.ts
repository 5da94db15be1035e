import { Act, type ActCall, ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import {
  type CustomPackageDetail,
  type CustomPackageRow,
  type DetailInput,
  type PackageScope,
  prescribingContract,
  prescriptionContract,
  type PrescriptionDetail,
  type SkippedLine,
} from '../../contract/index.ts';
import type { PackageRow } from '../../../catalogue/contract/index.ts';
import { inputOf } from '../../domain/preview.ts';

export const PACKAGE_SHELVES = ['own', 'department', 'facility'] as const;
export type Shelf = (typeof PACKAGE_SHELVES)[number];

type Load = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

/** A package opened: its lines at today's prices, and what cannot be had any more. */
export interface OpenPackage {
  readonly row: PackageRow;
  /** Set when it is somebody's own package; the facility's cannot be changed here. */
  readonly custom: CustomPackageRow | null;
  readonly lines: readonly PrescriptionDetail[];
  readonly skipped: readonly SkippedLine[];
}

/** What is written while an own package is changed or made. */
export interface PackageForm {
  readonly packageId: string | null;
  readonly packageName: string;
  readonly note: string;
  readonly scope: PackageScope;
  readonly version: number;
  readonly lines: readonly PrescriptionDetail[];
}

const PAGE_SIZE = 100;
const linesInput = (lines: readonly PrescriptionDetail[]): DetailInput[] => lines.map((line) => inputOf({ ...line, detailId: '', key: '' }));

/** Packages of the facility, the department and the doctor: look, take, keep, change, share, delete. Knows no React. */
export class PackagesStore {
  shelf: Shelf = 'own';
  keyword = '';
  rows: readonly (PackageRow | CustomPackageRow)[] = [];
  state: Load = { kind: 'loading' };
  open: OpenPackage | null = null;
  form: PackageForm | null = null;
  /** The server's sentence about the last refusal. */
  problem: string | null = null;
  private readonly facility: Client<typeof prescriptionContract.routes>;
  private readonly custom: Client<typeof prescribingContract.routes>;
  private running: AbortController | null = null;
  private readonly act: Act;

  constructor(
    private readonly ctx: WebContext,
    private readonly orgId: string,
  ) {
    this.act = new Act(ctx, 'prescription.packages');
    this.facility = createClient(prescriptionContract, ctx.http);
    this.custom = createClient(prescribingContract, ctx.http);
    makeObservable(this, {
      shelf: observable,
      keyword: observable,
      rows: observableRef,
      state: observableRef,
      open: observableRef,
      form: observableRef,
      busy: computed,
      problem: observable,
      sendable: computed,
      edit: action,
      begin: action,
      write: action,
      dropLine: action,
      cancel: action,
    });
  }

  get sendable(): boolean {
    return this.form !== null && this.form.packageName.trim() !== '' && this.form.lines.length > 0 && !this.busy;
  }

  get busy(): boolean {
    return this.act.busy;
  }

  show(change: Partial<Pick<PackagesStore, 'shelf' | 'keyword'>>): void {
    runInAction(() => {
      Object.assign(this, change);
      this.open = null;
    });
    void this.load();
  }

  async load(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.state = { kind: 'loading' };
    });
    const options = { signal: running.signal, quiet: true };
    const query = { keyword: this.keyword.trim(), pageSize: PAGE_SIZE, orgId: this.orgId };
    try {
      const { data } =
        this.shelf === 'facility'
          ? await this.facility.packages({ query }, options)
          : await this.custom.customPackages({ query: { ...query, scope: this.shelf } }, options);
      if (running.signal.aborted) return;
      runInAction(() => {
        this.rows = data.list;
        this.state = { kind: 'ready' };
      });
      const [first] = data.list;
      if (first && this.open === null && this.form === null) await this.select(first);
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.rows = [];
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** Opens a package beside the list. */
  async select(row: PackageRow | CustomPackageRow): Promise<void> {
    const id = row.packageId;
    const shelf = this.shelf;
    const answer =
      shelf === 'facility'
        ? await this.facility.packageDetail({ params: { id }, query: { orgId: this.orgId } }).catch(() => undefined)
        : await this.custom.customPackageDetail({ params: { id }, query: {} }).catch(() => undefined);
    if (!answer || this.shelf !== shelf) return;
    const { list, skipped } = answer.data;
    runInAction(() => {
      this.open = { row, custom: 'scope' in answer.data ? (answer.data as CustomPackageDetail) : null, lines: list, skipped };
    });
  }

  /** Begins to change an own package. */
  edit({ custom, lines }: OpenPackage): void {
    if (custom === null) return;
    const { packageId, packageName, note, scope, version } = custom;
    this.form = { packageId, packageName, note, scope, version, lines };
    this.problem = null;
  }

  /** Begins a new own package with these lines. */
  begin(lines: readonly PrescriptionDetail[]): void {
    this.form = { packageId: null, packageName: '', note: '', scope: 'own', version: 0, lines };
    this.problem = null;
  }

  write(change: Partial<PackageForm>): void {
    if (this.form) this.form = { ...this.form, ...change };
  }

  dropLine(index: number): void {
    if (this.form) this.form = { ...this.form, lines: this.form.lines.filter((_, at) => at !== index) };
  }

  cancel(): void {
    this.form = null;
    this.problem = null;
  }

  /** Keeps what is written; the form stays as it is when the server refuses. */
  async save(): Promise<boolean> {
    const { form } = this;
    if (!form || !this.sendable) return false;
    const { packageId, version } = form;
    const body = { packageName: form.packageName.trim(), note: form.note.trim(), scope: form.scope, prescriptionDetailList: linesInput(form.lines) };
    const saved = await this.run([packageId, version, body], (options) =>
      packageId === null
        ? this.custom.createCustomPackage({ body: { ...body, orgId: this.orgId } }, options)
        : this.custom.updateCustomPackage({ params: { id: packageId }, body: { ...body, version } }, options),
    );
    if (!saved) return false;
    runInAction(() => {
      this.form = null;
      this.shelf = form.scope;
      this.keyword = '';
      this.open = null;
    });
    await this.load();
    return true;
  }

  /** Shares with the department, or takes it back. */
  async share(custom: CustomPackageRow, scope: PackageScope): Promise<void> {
    const { packageId: id, version } = custom;
    const done = await this.run(['share', id, scope, version], (options) =>
      this.custom.shareCustomPackage({ params: { id }, body: { scope, version } }, options),
    );
    if (done) this.show({ shelf: scope });
  }

  async remove({ packageId: id, packageName, version }: CustomPackageRow): Promise<void> {
    if (!(await this.ctx.confirm({ content: this.ctx.t('package.removeAsk', { name: packageName }), danger: true }))) return;
    const done = await this.run(['remove', id, version], (options) => this.custom.removeCustomPackage({ params: { id }, query: { version } }, options));
    if (done) this.show({});
  }

  dispose(): void {
    this.running?.abort();
  }

  private async run(content: unknown, call: (options: ActCall) => Promise<{ msg: string }>): Promise<boolean> {
    if (this.busy) return false;
    runInAction(() => {
      this.problem = null;
    });
    const end = await this.act.run(content, call, ({ msg }) => this.ctx.toast.success(msg));
    if ('error' in end)
      runInAction(() => {
        this.problem = end.error instanceof ApiError ? end.error.message : this.ctx.t('package.failed');
      });
    return end.kind === 'done';
  }
}
