import { DAY_MS, dayOf, parseDay, startOfDay } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction, when } from 'mobx';
import { type PatientClass, patientContract } from '../../../patient/contract/index.ts';
import { type Prescription, prescriptionContract, type PrescriptionDetail, type WorkPatient } from '../../contract/index.ts';
import { asTab, newPrescription } from '../../domain/new-prescription.ts';
import { AskedWork } from './patients/asked-work.ts';
import { draftKeyOf, patientOfDraft, RX_DRAFTS } from './draft/rx-draft.ts';
import { RxEditorStore } from './rx-editor.store.ts';

export type Scope = 'today' | 'dialysis' | 'all';
export const SCOPES: readonly Scope[] = ['today', 'dialysis', 'all'];

const PAGE_SIZE = 50;

/** Where somebody works; a reload leads back there on the same day. */
interface Place {
  readonly today: string;
  readonly patientId: string;
  readonly scope: Scope;
  readonly day: string;
}
const PLACE = 'place';

export type AreaState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** State of the work area (spec 2.7): patients at the left, the chosen patient's prescriptions of the day as tabs. */
export class WorkAreaStore {
  scope: Scope = 'today';
  day: string;
  keyword = '';
  classId = '';
  classes: readonly PatientClass[] = [];
  patients: readonly WorkPatient[] = [];
  total = 0;
  listState: AreaState = { kind: 'none' };
  patientId: string | null = null;
  state: AreaState = { kind: 'none' };
  tabs: readonly RxEditorStore[] = [];
  activeKey: string | null = null;
  adviceCount = 0;
  historyOpen = false;
  /** Patients for whom something typed waits that was never saved. */
  waiting: ReadonlySet<string> = new Set();
  /** What a link of another page asks for. */
  readonly asked: AskedWork;
  private readonly client: Client<typeof prescriptionContract.routes>;
  /** Months within reach whose accounts are closed. */
  private closedMonths: readonly string[] = [];
  private listCall: AbortController | null = null;
  private tabsCall: AbortController | null = null;
  private page = 1;

  constructor(
    private readonly ctx: WebContext,
    private readonly now: () => number = () => ctx.now(),
  ) {
    this.client = createClient(prescriptionContract, ctx.http);
    this.asked = new AskedWork(this, ctx);
    this.day = dayOf(now());
    const before = this.placeBefore;
    if (before) Object.assign(this, { scope: before.scope, day: before.day });
    makeObservable<this, 'closeTabs'>(this, {
      scope: observable,
      day: observable,
      keyword: observable,
      classId: observable,
      classes: observableRef,
      patients: observableRef,
      total: observable,
      listState: observableRef,
      patientId: observable,
      state: observableRef,
      tabs: observableRef,
      activeKey: observable,
      adviceCount: observable,
      historyOpen: observable,
      waiting: observableRef,
      showHistory: action,
      patient: computed,
      active: computed,
      dirty: computed,
      closeTabs: action,
      leavePatient: action,
      activate: action,
      addNew: action,
      takeLines: action,
    });
  }

  get patient(): WorkPatient | undefined {
    return this.patients.find((entry) => entry.patientId === this.patientId);
  }
  get active(): RxEditorStore | undefined {
    return this.tabs.find((tab) => tab.key === this.activeKey);
  }
  get dirty(): boolean {
    return this.tabs.some((tab) => tab.dirty);
  }
  /** Whole list is visible. */
  get complete(): boolean {
    return this.patients.length >= this.total;
  }

  async start(): Promise<void> {
    void this.loadClasses();
    await this.loadPatients();
    await this.reopenPlace();
  }

  /** Goes on where somebody worked before a reload, unless a patient is open or a link asks for something else. */
  async reopenPlace(): Promise<void> {
    const before = this.placeBefore;
    if (!before || this.patientId !== null || this.asked.waiting) return;
    await this.openPatient(before.patientId);
    // Another centre, or no right to this patient any more: the list is where one goes on.
    if (this.state.kind === 'failed' && this.patientId === before.patientId) this.leavePatient();
  }

  setFilter(change: Partial<Pick<WorkAreaStore, 'scope' | 'day' | 'keyword' | 'classId'>>): void {
    const dayChanged = change.day !== undefined && change.day !== this.day;
    runInAction(() => Object.assign(this, change));
    void this.loadPatients().then(() => {
      if (dayChanged && this.patientId !== null) return this.openPatient(this.patientId);
      return undefined;
    });
  }

  /** The list of a day; who is open stays open. Settles when the list is there, or could not be read. */
  async goToDay(day: string): Promise<void> {
    if (day === this.day) return await when(() => this.listState.kind === 'ready' || this.listState.kind === 'failed');
    runInAction(() => {
      this.day = day;
    });
    await this.loadPatients();
  }

  /** Searches at once. @returns the patients found; none when another search came between */
  async find(keyword: string): Promise<readonly WorkPatient[]> {
    runInAction(() => {
      this.keyword = keyword;
    });
    await this.loadPatients();
    return this.keyword === keyword && this.listState.kind === 'ready' ? this.patients : [];
  }

  /** First page of the list. With no patients, the chosen patient and his prescriptions are cleared (spec 4). */
  async loadPatients(): Promise<void> {
    this.listCall?.abort();
    const call = new AbortController();
    this.listCall = call;
    runInAction(() => {
      this.listState = { kind: 'loading' };
    });
    try {
      const { list, pagination } = await this.fetchPatients(1, call.signal);
      if (call.signal.aborted) return;
      runInAction(() => {
        this.page = 1;
        this.patients = list;
        this.total = pagination.total;
        this.lookForDrafts();
        this.listState = { kind: 'ready' };
        if (list.length === 0) {
          this.patientId = null;
          this.closeTabs();
          this.state = { kind: 'none' };
        }
      });
    } catch (error) {
      if (call.signal.aborted) return;
      runInAction(() => {
        this.listState = { kind: 'failed', error };
      });
    }
  }

  /** Next page; a failure just stops loading (spec 8). */
  async loadMore(): Promise<void> {
    if (this.listState.kind !== 'ready' || this.complete) return;
    const call = new AbortController();
    this.listCall = call;
    runInAction(() => {
      this.listState = { kind: 'loading' };
    });
    const next = await this.fetchPatients(this.page + 1, call.signal).catch(() => undefined);
    if (call.signal.aborted) return;
    runInAction(() => {
      this.listState = { kind: 'ready' };
      if (!next) return;
      this.page += 1;
      const known = new Set(this.patients.map((entry) => entry.patientId));
      this.patients = [...this.patients, ...next.list.filter((entry) => !known.has(entry.patientId))];
      this.total = next.list.length === 0 ? this.patients.length : next.pagination.total;
    });
  }

  /** Opens a patient's prescriptions of the day; unsaved ones of the patient before stay as drafts. */
  async openPatient(patientId: string): Promise<void> {
    this.asked.drop();
    this.tabsCall?.abort();
    const call = new AbortController();
    this.tabsCall = call;
    runInAction(() => {
      this.closeTabs();
      this.patientId = patientId;
      this.state = { kind: 'loading' };
      this.adviceCount = 0;
      this.lookForDrafts();
    });
    const place: Place = { today: dayOf(this.now()), patientId, scope: this.scope, day: this.day };
    this.ctx.drafts.save(PLACE, place);
    void this.loadAdviceCount(patientId, call.signal);
    try {
      const { data } = await this.client.tabs({ body: { patientId, date: this.day } }, { signal: call.signal, quiet: true });
      if (call.signal.aborted) return;
      runInAction(() => {
        this.closedMonths = data.closedMonths ?? [];
        this.tabs = data.list.map((rx) => this.editorOf(asTab(rx, this.ctx.user)));
        this.activeKey = this.tabs.at(-1)?.key ?? null;
        this.state = { kind: 'ready' };
        // What was typed into a new prescription and never saved must not wait unseen behind the plus sign.
        if (this.ctx.drafts.load(draftKeyOf({ patientId, dpId: null }, this.day)) !== undefined) this.addNew();
      });
    } catch (error) {
      if (call.signal.aborted) return;
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** Back to the list, where there is room for one side only. */
  leavePatient(): void {
    this.asked.drop();
    this.tabsCall?.abort();
    this.closeTabs();
    this.patientId = null;
    this.state = { kind: 'none' };
    this.ctx.drafts.clear(PLACE);
    this.lookForDrafts();
  }

  activate(key: string): void {
    this.activeKey = key;
  }

  showHistory(open: boolean): void {
    this.historyOpen = open;
  }

  /** The new-prescription tab; there is one at a time. Its date is the selected day at the current time (spec 4). */
  addNew(): void {
    const open = this.tabs.find((tab) => tab.isNew);
    const beside = this.tabs[0];
    if (open) this.activeKey = open.key;
    if (open || !beside) return;
    const now = this.now();
    const moment = parseDay(this.day) + Math.min(now - startOfDay(now), DAY_MS - 1);
    const tab = this.editorOf(newPrescription(beside.base, moment, this.ctx.user));
    this.tabs = [...this.tabs, tab];
    this.activeKey = tab.key;
  }

  /** Lines can go somewhere: into the open prescription, or into a new one. */
  get canTake(): boolean {
    return this.active?.editable === true || this.ctx.can('his.prescription:btn_add');
  }

  /** Lines from elsewhere (history, packages) go into the open prescription, or into a new one when the open one is closed. */
  takeLines(lines: readonly PrescriptionDetail[]): void {
    if (this.active?.editable !== true) this.addNew();
    this.active?.content.addLines(lines);
  }

  /** Opens the tab beside the current one; round at the ends. */
  step(by: 1 | -1): void {
    const at = this.tabs.findIndex((tab) => tab.key === this.activeKey);
    const next = this.tabs[(at + by + this.tabs.length) % this.tabs.length];
    if (next) this.activate(next.key);
  }

  dispose(): void {
    this.asked.drop();
    this.listCall?.abort();
    this.tabsCall?.abort();
    this.closeTabs();
  }

  /** Where somebody worked today before the page was loaded anew. */
  private get placeBefore(): Place | undefined {
    const place = this.ctx.drafts.load<Place>(PLACE);
    return place?.today === dayOf(this.now()) ? place : undefined;
  }

  private lookForDrafts(): void {
    this.waiting = new Set(this.ctx.drafts.keys(RX_DRAFTS).map(patientOfDraft));
  }

  private editorOf(rx: Prescription): RxEditorStore {
    return new RxEditorStore(this.ctx, rx, this.day, {
      onSaved: (editor, before) => this.saved(editor, before),
      onRemoved: (editor) => this.removed(editor),
      onSplit: (editor, others) => this.splitOff(editor, others),
      closedMonths: () => this.closedMonths,
    });
  }

  /** After an add the saved prescription stands where the placeholder was; after an update where it was. */
  private saved(editor: RxEditorStore, before: string): void {
    runInAction(() => {
      if (this.activeKey === before) this.activeKey = editor.key;
      this.tabs = [...this.tabs];
    });
    void this.refreshCounts();
  }

  /** The other parts of a split stand right of the one that kept the tab. */
  private splitOff(editor: RxEditorStore, others: readonly Prescription[]): void {
    const at = this.tabs.indexOf(editor) + 1;
    runInAction(() => {
      this.tabs = [...this.tabs.slice(0, at), ...others.map((rx) => this.editorOf(rx)), ...this.tabs.slice(at)];
    });
    void this.refreshCounts();
  }

  private removed(editor: RxEditorStore): void {
    const at = this.tabs.indexOf(editor);
    editor.dispose();
    runInAction(() => {
      this.tabs = this.tabs.filter((tab) => tab !== editor);
      this.activeKey = (this.tabs[at] ?? this.tabs.at(-1))?.key ?? null;
    });
    if (this.tabs.length === 0 && this.patientId !== null) void this.openPatient(this.patientId);
    void this.refreshCounts();
  }

  private closeTabs(): void {
    for (const tab of this.tabs) tab.dispose();
    this.tabs = [];
    this.activeKey = null;
  }

  /** Counts beside the names, without moving the list. */
  private async refreshCounts(): Promise<void> {
    const signal = new AbortController().signal;
    const fresh = await this.fetchPatients(1, signal, this.patients.length).catch(() => undefined);
    if (!fresh) return;
    const byId = new Map(fresh.list.map((entry) => [entry.patientId, entry]));
    runInAction(() => {
      this.patients = this.patients.map((entry) => byId.get(entry.patientId) ?? entry);
      this.lookForDrafts();
    });
  }

  private async fetchPatients(currentPage: number, signal: AbortSignal, size = PAGE_SIZE) {
    const { scope, day: date, classId } = this;
    const keyword = this.keyword.trim();
    const pageSize = Math.min(500, Math.max(PAGE_SIZE, size));
    const query = { scope, date, currentPage, pageSize, ...(classId ? { classId } : {}), ...(keyword ? { keyword } : {}) };
    return (await this.client.patients({ query }, { signal, quiet: true })).data;
  }

  private async loadClasses(): Promise<void> {
    const answer = await createClient(patientContract, this.ctx.http)
      .classes({ query: { date: this.day } }, { quiet: true })
      .catch(() => undefined);
    runInAction(() => {
      this.classes = answer?.data.list ?? [];
    });
  }

  private async loadAdviceCount(patientId: string, signal: AbortSignal): Promise<void> {
    const answer = await this.client.adviceCount({ params: { id: patientId } }, { quiet: true, signal }).catch(() => undefined);
    if (!answer || signal.aborted) return;
    runInAction(() => {
      this.adviceCount = answer.data.count;
    });
  }
}
