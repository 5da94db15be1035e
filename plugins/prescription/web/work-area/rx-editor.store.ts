import { ApiError, type CallResult, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { newActKey } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import {
  type CatalogueRow,
  NEW_PRESCRIPTION,
  PayStatus,
  type Prescription,
  type PrescriptionDetail,
  prescriptionContract,
  RxStatus,
} from '../../contract/index.ts';
import type { SessionPlan } from '../../domain/frequency.ts';
import { leaveGroup, mayGroup, normaliseGroups } from '../../domain/groups.ts';
import { shanghaiWeekday } from '../../domain/line.ts';
import { calculateLines, type DraftLine, draftTotals, inputOf, lineFromCatalogue } from '../../domain/preview.ts';
import { draftKeyOf, fieldsOf, linesOf, type RxDraft, type RxFields, snapshotOf } from './rx-draft.ts';

/** Spec 9: calculation waits until typing pauses. */
const CALCULATION_DELAY_MS = 500;
const DRAFT_DELAY_MS = 300;

export type RxAct = 'save' | 'confirm' | 'unconfirm' | 'remove';

/** What stands above the form until it is dealt with. */
export type RxNotice =
  | { readonly kind: 'restored' }
  /** Somebody else changed the prescription; our unsaved version is kept aside when there is one. */
  | { readonly kind: 'stale'; readonly mine: RxDraft | null }
  /** The call went out and no answer came. */
  | { readonly kind: 'unknown'; readonly act: RxAct };

export interface RxEditorHooks {
  /** The server's new state; `before` is the tab's key until now. */
  readonly onSaved: (editor: RxEditorStore, before: string) => void;
  readonly onRemoved: (editor: RxEditorStore) => void;
}

const FAILURE_TEXT: Readonly<Record<RxAct, string>> = {
  save: 'failed.update',
  confirm: 'failed.confirm',
  unconfirm: 'failed.unconfirm',
  remove: 'failed.remove',
};

/** One tab of the work area: a prescription, what was changed in it, and the acts on it. Knows no React. */
export class RxEditorStore {
  /** Names the tab for as long as it is open; `key` changes when a new prescription is saved. */
  readonly uid = newActKey();
  base: Prescription;
  fields: RxFields;
  lines: readonly DraftLine[];
  /** True from an edit until its amounts are computed. */
  calculating = false;
  running: RxAct | null = null;
  notice: RxNotice | null = null;
  /** Complaints of the server by line key. */
  readonly complaints = observable.map<string, string>({}, { deep: false });
  /** Line whose dose should take the cursor. */
  focusKey: string | null = null;
  private readonly client: Client<typeof prescriptionContract.routes>;
  private readonly stopDrafting: () => void;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private sent: { readonly content: string; readonly key: string } | null = null;
  private made = 0;
  /** Deleted: what was typed in it is not worth keeping. */
  private gone = false;

  constructor(
    private readonly ctx: WebContext,
    base: Prescription,
    private readonly day: string,
    private readonly hooks: RxEditorHooks,
  ) {
    this.client = createClient(prescriptionContract, ctx.http);
    this.base = base;
    this.fields = fieldsOf(base);
    this.lines = linesOf(base);
    makeObservable<this, 'accept' | 'calculate'>(this, {
      base: observableRef,
      fields: observableRef,
      lines: observableRef,
      calculating: observable,
      running: observable,
      notice: observableRef,
      focusKey: observable,
      key: computed,
      dirty: computed,
      totals: computed,
      editable: computed,
      setField: action,
      pick: action,
      addLines: action,
      editLine: action,
      removeLine: action,
      joinAbove: action,
      ungroup: action,
      discard: action,
      useMine: action,
      focusDone: action,
      dismissNotice: action,
      accept: action,
      calculate: action,
    });
    this.restoreDraft();
    this.stopDrafting = reaction(
      () => [this.fields, this.lines] as const,
      () => this.keepDraft(),
      { delay: DRAFT_DELAY_MS },
    );
  }

  /** Name of the tab: the prescription's id, or the placeholder of spec 4. */
  get key(): string {
    return this.base.dpId ?? NEW_PRESCRIPTION;
  }
  get isNew(): boolean {
    return this.base.dpId === null;
  }
  get dirty(): boolean {
    return snapshotOf(this.fields, this.lines) !== snapshotOf(fieldsOf(this.base), linesOf(this.base));
  }
  get totals() {
    return draftTotals(this.lines);
  }
  get editable(): boolean {
    const open = this.base.payStatus === PayStatus.New && this.base.rxStatus === RxStatus.New;
    return open && this.ctx.can(`his.prescription:${this.isNew ? 'btn_add' : 'btn_edit'}`);
  }

  setField<Name extends keyof RxFields>(name: Name, value: RxFields[Name]): void {
    this.fields = { ...this.fields, [name]: value };
    if (name === 'reimWay' || name === 'dpDate') this.calculateSoon();
  }

  /** Adds what was picked from a catalogue. Amounts of new lines do not wait. */
  pick(row: CatalogueRow): void {
    const line = lineFromCatalogue(row, this.newKey());
    this.lines = [...this.lines, line];
    this.focusKey = line.kind === 'drug' ? line.key : null;
    this.calculate();
  }

  addLines(details: readonly PrescriptionDetail[]): void {
    // Groups of a package must not fall together with those that are there.
    const shift = Math.max(0, ...this.lines.map((line) => line.isGroup));
    const added = details.map((detail) => ({ ...detail, detailId: '', key: this.newKey(), isGroup: detail.isGroup > 0 ? detail.isGroup + shift : 0 }));
    this.lines = [...this.lines, ...added];
    this.calculate();
  }

  editLine(key: string, change: Partial<DraftLine>): void {
    const changed = this.lines.find((line) => line.key === key);
    if (!changed) return;
    const shared = ['drugUsage', 'drugInterval', 'drugDays'] as const;
    const forGroup = Object.fromEntries(shared.filter((name) => name in change).map((name) => [name, change[name]]));
    this.lines = this.lines.map((line) => {
      if (line.key === key) return { ...line, ...change };
      return changed.isGroup > 0 && line.isGroup === changed.isGroup ? { ...line, ...forGroup } : line;
    });
    this.complaints.delete(key);
    this.calculateSoon();
  }

  removeLine(key: string): void {
    this.lines = normaliseGroups(this.lines.filter((line) => line.key !== key));
    this.complaints.delete(key);
    this.calculate();
  }

  canJoinAbove(index: number): boolean {
    const [above, line] = [this.lines[index - 1], this.lines[index]];
    return above !== undefined && line !== undefined && mayGroup(above) && mayGroup(line) && (line.isGroup === 0 || line.isGroup !== above.isGroup);
  }

  /** Puts a line into the injection group of the line above it. */
  joinAbove(index: number): void {
    if (!this.canJoinAbove(index)) return;
    const number = this.lines[index - 1]?.isGroup || Math.max(0, ...this.lines.map((line) => line.isGroup)) + 1;
    this.lines = normaliseGroups(this.lines.map((line, at) => (at === index || at === index - 1 ? { ...line, isGroup: number } : line)));
    this.calculate();
  }

  ungroup(index: number): void {
    this.lines = leaveGroup(this.lines, index);
    this.calculate();
  }

  /** Saves; true when the server has it. Failures are told and leave everything as typed. */
  async save(): Promise<boolean> {
    this.flushCalculation();
    const content = snapshotOf(this.fields, this.lines);
    // The same content after a lost answer is the same act: the server then answers what it did the first time.
    if (this.sent?.content !== content) this.sent = { content, key: newActKey() };
    const options = { quiet: true, idempotencyKey: this.sent.key };
    const body = { ...this.fields, prescriptionDetailList: this.lines.map(inputOf) };
    return this.run('save', () =>
      this.base.dpId === null
        ? this.client.create({ body: { ...body, patientId: this.base.patientId } }, options)
        : this.client.update({ params: { dpId: this.base.dpId }, body: { ...body, version: this.base.version } }, options),
    );
  }

  /** Signs; unsaved changes are saved first. */
  async confirm(): Promise<boolean> {
    if ((this.dirty || this.isNew) && !(await this.save())) return false;
    const { dpId, version } = this.base;
    if (dpId === null) return false;
    return this.run('confirm', () => this.client.updateState({ body: { dpId, rxStatus: RxStatus.Confirmed, version } }, { quiet: true }));
  }

  async unconfirm(): Promise<boolean> {
    const { dpId, version } = this.base;
    if (dpId === null) return false;
    return this.run('unconfirm', () => this.client.unConfirm({ params: { id: dpId }, body: { version } }, { quiet: true }));
  }

  /** Deletes; a prescription nobody saved just goes. */
  async remove(): Promise<boolean> {
    const { dpId, version } = this.base;
    if (dpId === null) {
      this.discard();
      this.hooks.onRemoved(this);
      return true;
    }
    return this.run('remove', () => this.client.remove({ params: { id: dpId }, query: { version } }, { quiet: true }));
  }

  /** Back to what the server has. */
  discard(): void {
    this.fields = fieldsOf(this.base);
    this.lines = linesOf(this.base);
    this.complaints.clear();
    this.notice = null;
    this.sent = null;
    this.stopTimer();
    this.clearDraft();
  }

  /** Fetches the newest state; what was typed is kept aside and can be taken up again. */
  async refresh(): Promise<void> {
    const { dpId } = this.base;
    if (dpId === null) return;
    const mine = this.dirty ? this.draft() : null;
    const { data } = await this.client.detail({ params: { id: dpId } });
    runInAction(() => {
      const before = this.key;
      this.accept(data);
      this.notice = mine === null ? null : { kind: 'stale', mine };
      this.hooks.onSaved(this, before);
    });
  }

  /** Takes up the version that was kept aside. */
  useMine(): void {
    if (this.notice?.kind !== 'stale' || !this.notice.mine) return;
    const { fields, lines } = this.notice.mine;
    this.fields = fields;
    this.lines = lines.map((line) => ({ ...line, detailId: '' }));
    this.notice = null;
    this.calculate();
  }

  /** The cursor is there. */
  focusDone(): void {
    this.focusKey = null;
  }

  dismissNotice(): void {
    this.notice = null;
  }

  dispose(): void {
    this.stopTimer();
    this.stopDrafting();
    this.keepDraft();
  }

  /** Runs one act at a time and tells how it ended. */
  private async run(act: RxAct, call: () => Promise<CallResult<Prescription | null>>): Promise<boolean> {
    if (this.running !== null) return false;
    runInAction(() => {
      this.running = act;
      this.complaints.clear();
    });
    const before = this.key;
    const wasNew = this.isNew;
    try {
      const { data, msg } = await call();
      this.ctx.toast.success(msg);
      this.gone = act === 'remove';
      this.clearDraft();
      runInAction(() => {
        this.running = null;
        this.notice = null;
        if (data) this.accept(data);
      });
      if (data) this.hooks.onSaved(this, before);
      else this.hooks.onRemoved(this);
      return true;
    } catch (error) {
      runInAction(() => {
        this.running = null;
        this.refuse(act, wasNew, error);
      });
      return false;
    }
  }

  private refuse(act: RxAct, wasNew: boolean, error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.ctx.report(error, `prescription.${act}`);
      this.ctx.toast.error(this.ctx.t(wasNew ? 'failed.add' : FAILURE_TEXT[act]));
      return;
    }
    if (error.error === 'network' || error.error === 'timeout') {
      this.notice = { kind: 'unknown', act };
      return;
    }
    this.sent = null;
    const title = this.ctx.t(act === 'save' && wasNew ? 'failed.add' : FAILURE_TEXT[act]);
    this.ctx.toast.error(this.ctx.t('failed.because', { title, reason: error.message }));
    if (error.error === 'prescription.stale') this.notice = { kind: 'stale', mine: null };
    for (const { path } of error.fields) {
      const line = this.lines[Number(/prescriptionDetailList\.(\d+)/.exec(path)?.[1] ?? -1)];
      if (line) this.complaints.set(line.key, error.message);
    }
  }

  private accept(rx: Prescription): void {
    this.base = rx;
    this.fields = fieldsOf(rx);
    this.lines = linesOf(rx);
    this.complaints.clear();
    this.sent = null;
    this.stopTimer();
    this.calculating = false;
  }

  get sessionPlan(): SessionPlan {
    return { startWeekday: shanghaiWeekday(this.fields.dpDate), weekdays: this.base.sessionWeekdays };
  }

  private calculateSoon(): void {
    this.calculating = true;
    this.stopTimer();
    this.timer = setTimeout(() => this.calculate(), CALCULATION_DELAY_MS);
  }

  private calculate(): void {
    this.stopTimer();
    this.lines = calculateLines(this.lines, { reimWay: this.fields.reimWay, plan: this.sessionPlan });
    this.calculating = false;
  }

  private flushCalculation(): void {
    if (this.calculating) this.calculate();
  }

  private stopTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private newKey(): string {
    this.made += 1;
    return `line-${this.made}-${newActKey().slice(0, 8)}`;
  }

  private draft(): RxDraft {
    return { version: this.base.version, fields: this.fields, lines: this.lines };
  }

  private get draftKey(): string {
    return draftKeyOf(this.base, this.day);
  }

  private restoreDraft(): void {
    const draft = this.ctx.drafts.load<RxDraft>(this.draftKey);
    if (!draft || !this.editable) return;
    if (draft.version !== this.base.version) {
      this.notice = { kind: 'stale', mine: draft };
      return;
    }
    this.fields = draft.fields;
    this.lines = draft.lines;
    this.notice = { kind: 'restored' };
  }

  private keepDraft(): void {
    if (this.gone) return;
    if (this.dirty) this.ctx.drafts.save(this.draftKey, this.draft());
    else if (this.notice?.kind !== 'stale') this.clearDraft();
  }

  private clearDraft(): void {
    this.ctx.drafts.clear(this.draftKey);
  }
}
