import { dayOf, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { findingContract, type FindingRow, type KitLineBody, type KitRow } from '../../contract/money/finding.contract.ts';
import type { FindingRun } from '../../contract/money/finding-run.contract.ts';
import type { FindingKind } from '../../contract/money/finding-kinds.ts';

type Report = ReplyOf<typeof findingContract.routes.list>;

const POLL_MS = 2_000;
export const isActive = (run: FindingRun | null): boolean => run?.state === 'running' || run?.state === 'cancelling';

/** Findings of one month and the kits of the facility. */
export class FindingsStore {
  /** This month and the eleven before it, newest first, `YYYY-MM`. */
  readonly months: readonly string[];
  month: string;
  kind: FindingKind | '' = '';
  keyword = '';
  report: Report | null = null;
  problem: unknown = null;
  loading = true;
  kit: readonly KitRow[] = [];
  private readonly client: Client<typeof findingContract.routes>;
  private readonly acts: ActGroup;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: WebContext) {
    this.client = createClient(findingContract, ctx.http);
    this.acts = new ActGroup(ctx, 'dialysis-session.findings', { toasts: true });
    this.month = dayOf(ctx.now()).slice(0, 7);
    this.months = monthsUntil(this.month);
    makeObservable<this, 'show' | 'showKit'>(this, {
      ...{ month: observable, kind: observable, keyword: observable, report: observableRef, problem: observableRef, loading: observable, kit: observableRef },
      ...{ rows: computed, show: action, showKit: action, only: action, find: action },
    });
  }

  get rows(): readonly FindingRow[] {
    const word = this.keyword.trim();
    return (this.report?.list ?? []).filter(
      (row) => (this.kind === '' || row.kind === this.kind) && (word === '' || row.patientName.includes(word) || row.outpatientCode.includes(word)),
    );
  }
  countOf(kind: FindingKind): number {
    return this.report?.counts[kind] ?? 0;
  }
  /** A large month that nobody has looked through yet: that nothing is listed says nothing. */
  get unknown(): boolean {
    return this.report?.large === true && this.report.madeAt === null;
  }
  /** All that were found, listed or not; null while nothing was read or looked through. */
  get total(): number | null {
    return this.unknown ? null : this.report && Object.values(this.report.counts).reduce((sum, count) => sum + count, 0);
  }
  only(kind: FindingKind | ''): void {
    this.kind = kind;
  }
  find(keyword: string): void {
    this.keyword = keyword;
  }

  async choose(month: string): Promise<void> {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return;
    action(() => {
      this.month = month;
    })();
    await this.load();
  }

  async load(): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    this.show(this.report, null, true);
    try {
      const { data } = await this.client.list({ query: { month: this.month } }, { quiet: true });
      if (mine !== this.asked) return;
      this.show(data, null, false);
      this.follow();
    } catch (error) {
      if (mine === this.asked) this.show(null, error, false);
    }
  }

  propose = async (row: FindingRow): Promise<void> => {
    const end = await this.acts.run(row.id, [row.sessionId], (options) => this.client.propose({ params: { id: row.sessionId } }, options));
    if (end.kind === 'done') await this.load();
  };

  takeStock = async (row: FindingRow): Promise<void> => {
    const end = await this.acts.run(row.id, [row.sessionId, 'stock'], (options) => this.client.takeStock({ params: { id: row.sessionId } }, options));
    if (end.kind === 'done') await this.load();
  };

  startRun = async (): Promise<void> => {
    const { month } = this;
    const end = await this.acts.run('run', [month], (options) => this.client.startRun({ body: { month } }, options));
    if (end.kind === 'done') await this.load();
  };
  cancelRun = async (): Promise<void> => {
    const run = this.report?.run;
    if (!run) return;
    const end = await this.acts.run('run', [run.runId, 'cancel'], (options) => this.client.cancelRun({ params: { id: run.runId } }, options));
    if (end.kind === 'done') await this.look(run.runId);
  };

  async loadKit(): Promise<void> {
    try {
      this.showKit((await this.client.kit({}, { quiet: true })).data.list);
    } catch (error) {
      this.show(this.report, error, false);
    }
  }
  async addKit(body: KitLineBody): Promise<boolean> {
    const end = await this.acts.run('kit', body, (options) => this.client.addKit({ body }, options));
    if (end.kind !== 'done') return false;
    await this.loadKit();
    return true;
  }
  async removeKit({ id, version }: KitRow): Promise<void> {
    await this.acts.run(id, [id, version], (options) => this.client.removeKit({ params: { id }, body: { version } }, options));
    await this.loadKit();
  }

  /** Looks again after a while for as long as a run is under way. */
  private follow(): void {
    clearTimeout(this.timer);
    const run = this.report?.run ?? null;
    // The server may be away for a moment; the run is not.
    if (run && isActive(run)) this.timer = setTimeout(() => void this.look(run.runId).catch(() => this.follow()), POLL_MS);
  }
  private async look(id: string): Promise<void> {
    const mine = this.asked;
    const { data } = await this.client.run({ params: { id } }, { quiet: true, background: true });
    if (mine !== this.asked || this.report?.run?.runId !== id) return;
    if (!isActive(data)) return await this.load();
    this.show({ ...this.report, run: data }, this.problem, this.loading);
    this.follow();
  }

  private show(report: Report | null, problem: unknown, loading: boolean): void {
    this.report = report;
    this.problem = problem;
    this.loading = loading;
  }
  private showKit(kit: readonly KitRow[]): void {
    this.kit = kit;
  }
  dispose(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}

function monthsUntil(month: string): readonly string[] {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    const at = year * 12 + number - 1 - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}
