import { Act, type ActCall, ActGroup, type CallResult, type Client, createClient, randomName, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import { type CheckBody, NEW_PRESCRIPTION, PayStatus, type Prescription, prescriptionContract, RxStatus } from '../../contract/index.ts';
import { inputOf } from '../../domain/preview.ts';
import { ChecksStore } from '../checks/checks.store.ts';
import { SplitStore } from './split/split.store.ts';
import type { PickKind, RxAct, RxNotice } from './rx-acts.ts';
import { RxContentStore } from './draft/rx-content.store.ts';
import { fieldsOf, linesOf, type RxDraft, snapshotOf } from './draft/rx-draft.ts';
import { RxDraftKeeper } from './draft/rx-draft-keeper.ts';
import { tellFailure } from './draft/rx-refusal.ts';

/** Buttons and marks follow the first keystroke a moment later, so that the keystroke itself is quick. */
const SHOWN_DELAY_MS = 80;

export interface RxEditorHooks {
  /** The server's new state; `before` is the tab's key until now. */
  readonly onSaved: (editor: RxEditorStore, before: string) => void;
  readonly onRemoved: (editor: RxEditorStore) => void;
  /** The prescription was split; `others` are the parts beside the one that this tab keeps. */
  readonly onSplit: (editor: RxEditorStore, others: readonly Prescription[]) => void;
  /** Months `YYYY-MM` whose accounts are closed: no prescription can be dated into them. */
  readonly closedMonths?: () => readonly string[];
}

/** One tab of the work area: a prescription, what is written on it, and the acts on it. Knows no React. */
export class RxEditorStore {
  /** Names the tab for as long as it is open; `key` changes when a new prescription is saved. */
  // act: names a tab of the screen; nothing is sent under it
  readonly uid = randomName();
  base: Prescription;
  readonly content: RxContentStore;
  running: RxAct | null = null;
  notice: RxNotice | null = null;
  /** Puts the cursor into the field of a catalogue; there while the prescription is drawn. */
  openPick: ((kind: PickKind) => void) | null = null;
  /** `dirty` as buttons and marks show it. */
  shownDirty = false;
  /** Complaints of the server by line key; they go when the content changes. */
  readonly complaints = observable.map<string, string>({}, { deep: false });
  readonly checks: ChecksStore;
  readonly split: SplitStore;
  private readonly client: Client<typeof prescriptionContract.routes>;
  private readonly stopListening: () => void;
  /** Nothing the server would compare goes with a new prescription. */
  private readonly creating: Act;
  /** The others carry the version that was seen. */
  private readonly acts: ActGroup;
  private readonly drafts: RxDraftKeeper;

  constructor(
    private readonly ctx: WebContext,
    base: Prescription,
    day: string,
    private readonly hooks: RxEditorHooks,
  ) {
    this.client = createClient(prescriptionContract, ctx.http);
    const { pluginId, confirm, language } = ctx;
    this.creating = new Act({ pluginId, confirm, language }, 'prescription.create');
    this.acts = new ActGroup({ pluginId }, 'prescription', { toasts: false });
    this.base = base;
    this.content = new RxContentStore(base);
    this.checks = new ChecksStore(
      ctx.http,
      () => ({ body: this.checkBody(), keys: this.content.lines.map(({ key }) => key) }),
      ({ prices }) => this.editable && this.content.takePrices(prices),
    );
    this.split = new SplitStore(ctx.http);
    this.drafts = new RxDraftKeeper(ctx.drafts, day, {
      base: () => this.base,
      unsaved: () => (this.dirty ? this.draft() : null),
      aside: () => this.notice?.kind === 'stale',
    });
    makeObservable<this, 'accept' | 'savedSnapshot' | 'showDirty'>(this, {
      base: observableRef,
      running: observable,
      notice: observableRef,
      shownDirty: observable,
      key: computed,
      savedSnapshot: computed,
      dirty: computed,
      editable: computed,
      discard: action,
      useMine: action,
      dismissNotice: action,
      accept: action,
      showDirty: action,
    });
    this.restoreDraft();
    const stopComplaints = reaction(
      () => this.content.snapshot,
      () => this.complaints.clear(),
    );
    const stopDrafting = reaction(
      () => this.content.snapshot,
      () => this.drafts.changed(),
    );
    const stopShowing = reaction(
      () => this.dirty,
      (dirty) => this.showDirty(dirty),
      { delay: SHOWN_DELAY_MS },
    );
    this.showDirty(this.dirty);
    this.stopListening = () => {
      stopShowing();
      stopComplaints();
      stopDrafting();
    };
  }

  /** Name of the tab: the prescription's id, or the placeholder of spec 4. */
  get key(): string {
    return this.base.dpId ?? NEW_PRESCRIPTION;
  }
  get closedMonths(): readonly string[] {
    return this.hooks.closedMonths?.() ?? [];
  }
  get isNew(): boolean {
    return this.base.dpId === null;
  }
  private get savedSnapshot(): string {
    return snapshotOf(fieldsOf(this.base), linesOf(this.base));
  }
  get dirty(): boolean {
    return this.content.typing || this.content.snapshot !== this.savedSnapshot;
  }
  /** Paper shows what the server has. */
  get printable(): boolean {
    return !this.isNew && !this.shownDirty && this.base.lineCount > 0;
  }
  get editable(): boolean {
    const open = this.base.payStatus === PayStatus.New && this.base.rxStatus === RxStatus.New;
    return open && this.ctx.can(`his.prescription:${this.isNew ? 'btn_add' : 'btn_edit'}`);
  }

  /** Saves; true when the server has it. Failures are told and leave everything as typed. */
  async save(): Promise<boolean> {
    const { content } = this;
    content.flush();
    const body = { ...content.fields, prescriptionDetailList: content.lines.map(inputOf) };
    const { dpId, patientId, version } = this.base;
    if (dpId === null) {
      const input = { body: { ...body, patientId } };
      return this.run('save', input, (options) => this.client.create(input, options), this.creating);
    }
    const input = { params: { dpId }, body: { ...body, version } };
    return this.run('save', input, (options) => this.client.update(input, options));
  }

  /** Signs; unsaved changes are saved first. What the checks find is asked about before. */
  async confirm(): Promise<boolean> {
    if ((this.dirty || this.isNew) && !(await this.save())) return false;
    if (this.running !== null) return false;
    runInAction(() => {
      this.running = 'confirm';
    });
    const found = await this.checks.look();
    runInAction(() => {
      this.running = null;
    });
    // Without an answer the server still checks when it confirms.
    if (found && (found.blocked || found.reasonsNeeded > 0)) {
      this.checks.open(found);
      return false;
    }
    return this.sign();
  }

  /** Signs with the reasons that were given for what the checks found. */
  async sign(): Promise<boolean> {
    const { dpId, version } = this.base;
    if (dpId === null) return false;
    const { overrides } = this.checks;
    this.checks.close();
    const body = { dpId, rxStatus: RxStatus.Confirmed, version, ...(overrides.length > 0 ? { overrides } : {}) };
    return this.run('confirm', body, (options) => this.client.updateState({ body }, options));
  }

  async unconfirm(): Promise<boolean> {
    const { dpId, version } = this.base;
    if (dpId === null) return false;
    const input = { params: { id: dpId }, body: { version } };
    return this.run('unconfirm', input, (options) => this.client.unConfirm(input, options));
  }

  /** Deletes; a prescription nobody saved just goes. */
  async remove(): Promise<boolean> {
    const { dpId, version } = this.base;
    if (dpId === null) {
      this.discard();
      this.drafts.end();
      this.hooks.onRemoved(this);
      return true;
    }
    const input = { params: { id: dpId }, query: { version } };
    return this.run('remove', input, (options) => this.client.remove(input, options));
  }

  /** Shows into what the prescription would be split; unsaved changes are saved first. */
  async previewSplit(): Promise<void> {
    if (this.dirty && !(await this.save())) return;
    await this.lookForSplit();
    this.split.preview();
  }

  async splitNow(): Promise<boolean> {
    const { dpId, version } = this.base;
    if (dpId === null) return false;
    let others: readonly Prescription[] = [];
    const body = { dpId, version };
    const done = await this.run('split', body, async (options) => {
      const { data, msg } = await this.split.split(body, options);
      const [first = null, ...rest] = data.list;
      others = rest;
      return { data: first, msg };
    });
    this.split.close();
    if (done) this.hooks.onSplit(this, others);
    return done;
  }

  /** Tries an act again that got no answer. */
  again(act: RxAct): Promise<boolean> {
    return act === 'split' ? this.splitNow() : this[act]();
  }

  /** Back to what the server has. */
  discard(): void {
    this.accept(this.base);
    this.notice = null;
    this.drafts.clear();
  }

  /** Fetches the newest state; what was typed is kept aside and can be taken up again. */
  async refresh(): Promise<void> {
    const { dpId } = this.base;
    if (dpId === null) return;
    const mine = this.dirty ? this.draft() : null;
    const { data } = await this.client.detail({ params: { id: dpId } });
    runInAction(() => {
      this.accept(data);
      this.notice = mine === null ? null : { kind: 'stale', mine };
    });
    this.hooks.onSaved(this, this.key);
  }

  /** Takes up the version that was kept aside. */
  useMine(): void {
    if (this.notice?.kind !== 'stale' || !this.notice.mine) return;
    const { fields, lines } = this.notice.mine;
    this.notice = null;
    this.content.restore(fields, lines, true);
  }

  dismissNotice(): void {
    this.notice = null;
  }

  /** Checks the prescription now and after each pause in typing, for as long as its tab is visible. Returns what ends it. */
  watchChecks(): () => void {
    if (!this.editable) return () => undefined;
    const end = reaction(
      () => (this.content.calculating ? null : this.content.snapshot),
      (snapshot) => snapshot !== null && this.checks.lookSoon(),
      { fireImmediately: true },
    );
    const endSplit = reaction(
      () => this.base.version,
      () => void this.lookForSplit(),
      { fireImmediately: true },
    );
    return () => {
      end();
      endSplit();
      this.checks.stop();
      this.split.stop();
    };
  }

  dispose(): void {
    this.content.settle();
    this.content.stop();
    this.checks.stop();
    this.stopListening();
    this.drafts.keep();
  }

  /** Runs one act at a time and tells how it ended. */
  private async run(
    act: RxAct,
    content: unknown,
    call: (options: ActCall) => Promise<CallResult<Prescription | null>>,
    sending = this.acts.of(act),
  ): Promise<boolean> {
    if (this.running !== null) return false;
    runInAction(() => {
      this.running = act;
      this.complaints.clear();
    });
    const before = this.key;
    const wasNew = this.isNew;
    try {
      const end = await sending.run(content, call);
      if ('error' in end) throw end.error;
      if (end.kind !== 'done') return false;
      const { data, msg } = end.answer;
      this.ctx.toast.success(msg);
      if (act === 'remove') this.drafts.end();
      else this.drafts.clear();
      runInAction(() => {
        this.running = null;
        this.notice = null;
        if (data) this.accept(data);
      });
      if (data) this.hooks.onSaved(this, before);
      else this.hooks.onRemoved(this);
      return true;
    } catch (error) {
      runInAction(() => this.refuse(act, wasNew, error));
      return false;
    } finally {
      runInAction(() => {
        this.running = null;
      });
    }
  }

  private refuse(act: RxAct, wasNew: boolean, error: unknown): void {
    const refusal = tellFailure(this.ctx, act, wasNew, error);
    if (!refusal) return;
    this.notice = refusal.notice;
    for (const [at, text] of refusal.complaints) {
      const line = this.content.lines[at];
      if (line) this.complaints.set(line.key, text);
    }
  }

  private accept(rx: Prescription): void {
    this.base = rx;
    this.content.show(rx);
    this.showDirty(false);
    this.complaints.clear();
    this.creating.forget();
  }

  private async lookForSplit(): Promise<void> {
    const { dpId, lineCount } = this.base;
    if (dpId !== null && lineCount > 1) await this.split.look(dpId);
  }

  private showDirty(dirty: boolean): void {
    this.shownDirty = dirty;
  }

  private checkBody(): CheckBody {
    const { fields, lines } = this.content;
    const { patientId, dpId } = this.base;
    return {
      patientId,
      ...(dpId === null ? {} : { dpId }),
      dpType: fields.dpType,
      dpDate: fields.dpDate,
      reimWay: fields.reimWay,
      diagnosis: fields.diagnosis,
      prescriptionDetailList: lines.map(inputOf),
    };
  }

  private draft(): RxDraft {
    this.content.settle();
    return { version: this.base.version, fields: fieldsOf(this.content.fields), lines: this.content.lines };
  }

  private restoreDraft(): void {
    const draft = this.drafts.load();
    if (!draft || !this.editable) return;
    if (draft.version !== this.base.version) {
      this.notice = { kind: 'stale', mine: draft };
      return;
    }
    this.content.restore(draft.fields, draft.lines);
    this.notice = { kind: 'restored' };
  }
}
