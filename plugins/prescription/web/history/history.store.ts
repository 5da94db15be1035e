import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type CopyReply, type HistoryRow, prescribingContract, type PrescriptionDetail, prescriptionContract } from '../../contract/index.ts';

type Load = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

export interface HistoryFilter {
  /** `YYYY-MM-DD`, empty = open end. */
  readonly startDate: string;
  readonly endDate: string;
  readonly drugKeyword: string;
  readonly confirmedOnly: boolean;
}

const PAGE_SIZE = 20;

/** A patient's earlier prescriptions: look, open one, copy it or some of its lines. Knows no React. */
export class HistoryStore {
  filter: HistoryFilter = { startDate: '', endDate: '', drugKeyword: '', confirmedOnly: false };
  rows: readonly HistoryRow[] = [];
  total = 0;
  state: Load = { kind: 'loading' };
  /** The prescription that is open, and its lines once they are there. */
  openId: string | null = null;
  lines: readonly PrescriptionDetail[] | null = null;
  /** Lines that are not to be copied. */
  readonly left = observable.set<string>();
  copying = false;
  private readonly client: Client<typeof prescriptionContract.routes>;
  private readonly prescribing: Client<typeof prescribingContract.routes>;
  private running: AbortController | null = null;
  private page = 0;

  constructor(
    http: WebContext['http'],
    private readonly patientId: string,
  ) {
    this.client = createClient(prescriptionContract, http);
    this.prescribing = createClient(prescribingContract, http);
    makeObservable(this, {
      filter: observableRef,
      rows: observableRef,
      total: observable,
      state: observableRef,
      openId: observable,
      lines: observableRef,
      copying: observable,
      toggle: action,
    });
  }

  get complete(): boolean {
    return this.rows.length >= this.total;
  }
  get chosen(): readonly PrescriptionDetail[] {
    return (this.lines ?? []).filter(({ detailId }) => !this.left.has(detailId));
  }

  setFilter(change: Partial<HistoryFilter>): void {
    runInAction(() => {
      this.filter = { ...this.filter, ...change };
      this.openId = null;
    });
    void this.load();
  }

  /** First page. */
  async load(): Promise<void> {
    this.page = 0;
    runInAction(() => {
      this.rows = [];
    });
    await this.more();
  }

  /** Next page. */
  async more(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const { startDate, endDate, drugKeyword, confirmedOnly } = this.filter;
    const query = {
      currentPage: this.page + 1,
      pageSize: PAGE_SIZE,
      startDate,
      endDate,
      drugKeyword: drugKeyword.trim(),
      ...(confirmedOnly ? { confirmedOnly } : {}),
    };
    runInAction(() => {
      this.state = { kind: 'loading' };
    });
    try {
      const { data } = await this.client.ofPatient({ params: { id: this.patientId }, query }, { signal: running.signal, quiet: true });
      if (running.signal.aborted) return;
      runInAction(() => {
        this.page += 1;
        this.rows = [...this.rows, ...data.list];
        this.total = data.pagination.total;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** Opens a prescription of the list, or closes it again. */
  async toggleOpen(dpId: string): Promise<void> {
    const opens = this.openId !== dpId;
    runInAction(() => {
      this.openId = opens ? dpId : null;
      this.lines = null;
      this.left.clear();
    });
    if (!opens) return;
    const answer = await this.client.detail({ params: { id: dpId } }).catch(() => undefined);
    runInAction(() => {
      if (this.openId === dpId) this.lines = answer?.data.prescriptionDetailList ?? [];
    });
  }

  toggle(detailId: string): void {
    if (!this.left.delete(detailId)) this.left.add(detailId);
  }

  /** Lines at the prices of the day they are for, the chosen ones of the open prescription or all of it; undefined when the server refused (it was told). */
  async copy(dpId: string, dpDate: number, reimWay: string): Promise<CopyReply | undefined> {
    if (this.copying) return undefined;
    const some = this.openId === dpId && this.left.size > 0;
    const body = { patientId: this.patientId, dpDate, reimWay, ...(some ? { detailIds: this.chosen.map(({ detailId }) => detailId) } : {}) };
    runInAction(() => {
      this.copying = true;
    });
    const answer = await this.prescribing.copy({ params: { id: dpId }, body }).catch(() => undefined);
    runInAction(() => {
      this.copying = false;
    });
    return answer?.data;
  }

  dispose(): void {
    this.running?.abort();
  }
}

/** What the doctor is told about a copy: what was left out, and what costs another price now. Empty when there is nothing to tell. */
export function copyNotes(t: WebContext['t'], { skipped, priceChanges }: Pick<CopyReply, 'skipped' | 'priceChanges'>): string {
  const mark = t('listMark');
  return [
    skipped.length > 0 && t('package.skippedNote', { names: skipped.map(({ drugName, drugId }) => drugName || drugId).join(mark) }),
    priceChanges.length > 0 && t('history.prices', { names: priceChanges.map(({ drugName, from, to }) => `${drugName} ${from} → ${to}`).join(mark) }),
  ]
    .filter(Boolean)
    .join('  ');
}
