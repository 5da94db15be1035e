import { dayOf } from '@nephra/plugin-sdk/contract';
import { ActGroup, ApiError, type CallOptions, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { dialysisFileContract, type Zone } from '../../../dialysis-file/contract/index.ts';
import { patientContract } from '../../../patient/contract/index.ts';
import { freePlaces } from '../../domain/rules/free-places.ts';
import { type NewcomerRules, type NewcomerZone, newcomerZone } from '../../domain/rules/newcomers/newcomer.ts';
import type { BoardStore, Cell } from '../board/board.store.ts';
import { cellKey, isFreed } from '../board/board-days.ts';
import { type Unplanned, UnplannedStore } from '../board/unplanned.store.ts';
import { accessOf, EMPTY_FORM, type NewcomerForm, openingOf, patientOf, proposalOf, sampleOf } from '../../domain/newcomer-form.ts';

export type NewcomerKind = 'emergency' | 'transient';
/** What is done one after another; what was done stays done, and pressing again goes on after it. */
export const STEPS = ['patient', 'file', 'markers', 'access', 'plan', 'place'] as const;
export type Step = (typeof STEPS)[number];
type Options = CallOptions & { readonly idempotencyKey: string };

/** Somebody who was not planned gets a place now: found among the patients, or with the least that a file needs. */
export class NewcomerStore {
  isNew = false;
  chosen: Unplanned | null = null;
  form: NewcomerForm = EMPTY_FORM;
  shiftId: string;
  stationId: string;
  reason = '';
  rules: NewcomerRules | null = null;
  done: ReadonlySet<Step> = new Set();
  step: Step | null = null;
  problem: unknown = null;
  /** Files that look like the same person, told by the server; sent again it is another one. */
  twins = false;
  finished = false;
  readonly found: UnplannedStore;
  readonly date: string;
  private patientId = '';
  private readonly acts = new ActGroup({}, 'dialysis-newcomer', { toasts: false });
  private readonly patients: Client<typeof patientContract.routes>;
  private readonly files: Client<typeof dialysisFileContract.routes>;

  constructor(
    readonly ctx: WebContext,
    readonly board: BoardStore,
    readonly kind: NewcomerKind,
    at: Cell | null,
  ) {
    this.patients = createClient(patientContract, ctx.http);
    this.files = createClient(dialysisFileContract, ctx.http);
    this.found = new UnplannedStore(board.client);
    this.date = at?.date ?? (board.shown.view === 'day' && board.shown.day >= dayOf(ctx.now()) ? board.shown.day : dayOf(ctx.now()));
    this.shiftId = at?.shiftId ?? board.board.shifts[0]?.shiftId ?? '';
    this.stationId = at?.stationId ?? '';
    this.form = { ...EMPTY_FORM, markersOn: this.date };
    makeObservable<this, 'begin' | 'end' | 'fail'>(this, {
      ...{ isNew: observable, chosen: observableRef, form: observableRef, shiftId: observable, stationId: observable, reason: observable },
      ...{ rules: observableRef, done: observableRef, step: observable, problem: observableRef, twins: observable, finished: observable },
      ...{ zone: computed, places: computed, asksFile: computed, missing: computed, set: action, fill: action, begin: action, end: action, fail: action },
    });
  }

  get mayOpenPatient(): boolean {
    return this.ctx.can('his.patient:btn_add');
  }
  get mayOpenFile(): boolean {
    return this.ctx.can('his.dialysisFile:btn_edit');
  }
  /** Nothing is kept of this person's dialysis yet. */
  get asksFile(): boolean {
    return this.isNew || (this.chosen !== null && this.chosen.zone === null);
  }
  /** By what was brought along; of somebody whose file is kept already it is the one in the file. */
  get zone(): NewcomerZone | null {
    if (!this.asksFile) return this.chosen?.zone ? { zone: this.chosen.zone as Zone, waitingFor: [], holdsUntil: null, isOld: false } : null;
    return this.rules && newcomerZone(this.form.markers, this.form.markersOn, dayOf(this.ctx.now()), this.rules);
  }
  /** Free places of the shift where the person may lie. */
  get places(): ReturnType<typeof freePlaces<BoardStore['board']['stations'][number]>> {
    const { board } = this.board;
    if (this.zone === null) return [];
    const taken = new Set(
      [...board.slots.filter((slot) => !isFreed(slot)), ...board.hidden]
        .filter(({ date, shiftId }) => date === this.date && shiftId === this.shiftId)
        .map(({ stationId }) => stationId),
    );
    const shift = board.shifts.find(({ shiftId }) => shiftId === this.shiftId);
    return freePlaces(board.stations, taken, { zone: this.zone.zone, mode: this.chosen?.mode ?? this.form.mode, lastShift: shift?.last ?? false });
  }
  /** The first thing that is missing, as a key of the texts; empty: nothing is. */
  get missing(): string {
    const { isNew, chosen, form, kind } = this;
    if (!isNew && chosen === null) return 'patient';
    if (isNew && !this.mayOpenPatient) return 'mayOpen';
    if (this.asksFile && !this.mayOpenFile) return 'mayOpenFile';
    if (isNew && form.name.trim() === '') return 'name';
    if (isNew && form.sex === 0) return 'sex';
    if (this.asksFile && kind === 'transient' && form.from.trim() === '') return 'from';
    if (this.reason.trim() === '') return 'reason';
    return this.places.some(({ stationId }) => stationId === this.stationId) ? '' : 'station';
  }

  set(patch: Partial<Pick<NewcomerStore, 'isNew' | 'chosen' | 'shiftId' | 'stationId' | 'reason'>>): void {
    Object.assign(this, patch);
    if (!this.places.some(({ stationId }) => stationId === this.stationId)) this.stationId = this.places[0]?.stationId ?? '';
  }
  fill(patch: Partial<NewcomerForm>): void {
    this.form = { ...this.form, ...patch };
    this.set({});
  }

  load = async (): Promise<void> => {
    void this.found.load(this.date);
    try {
      const { data } = await this.board.client.newcomerRules({}, { quiet: true });
      runInAction(() => (this.rules = data));
      this.set({});
    } catch (error) {
      this.fail(error);
    }
  };

  private begin(step: Step): void {
    this.step = step;
    this.problem = null;
  }
  private end(step: Step): void {
    this.done = new Set([...this.done, step]);
    this.step = null;
  }
  private fail(problem: unknown): void {
    this.problem = problem;
    this.twins = problem instanceof ApiError && problem.error === 'patient.maybe-duplicate';
    this.step = null;
  }

  /** One step, once: an answer that was lost is asked for again under the same key. */
  private async once(step: Step, content: unknown, send: (options: Options) => Promise<unknown>): Promise<void> {
    if (this.done.has(step)) return;
    this.begin(step);
    const end = await this.acts.run(step, content, (options) => send({ ...options, quiet: true } as Options));
    if (end.kind === 'done') this.end(step);
  }

  /** @param isOther somebody said that files which look alike are of another person */
  save = async (isOther = false): Promise<void> => {
    if (this.missing !== '' || this.step !== null) return;
    const { form, kind } = this;
    try {
      if (this.isNew) await this.openPatient(isOther);
      else this.patientId = this.chosen?.patientId ?? '';
      if (this.asksFile) await this.openFile();
      const body = {
        date: this.date,
        shiftId: this.shiftId,
        stationId: this.stationId,
        patientId: this.patientId,
        mode: null,
        emergency: kind === 'emergency',
      };
      const place = { ...body, reason: this.reason.trim() };
      await this.once('place', place, (options) => this.board.client.add({ body: place }, options));
      this.board.ownActs += 1;
      await this.board.reloadDay(this.date);
      const placed = this.done.has('place');
      if (placed) this.ctx.toast.success(this.ctx.t('newcomer.done', { name: this.isNew ? form.name : (this.chosen?.patientName ?? '') }));
      runInAction(() => (this.finished = placed));
    } catch (error) {
      this.fail(error);
    }
  };

  private async openPatient(isOther: boolean): Promise<void> {
    const { form } = this;
    const alike = isOther
      ? (
          await this.patients.duplicates(
            { body: { patientName: form.name.trim(), birthday: form.birthday || null, patientIdcard: form.document, phone: form.phone } },
            { quiet: true },
          )
        ).data.list
      : [];
    const body = patientOf(
      form,
      alike.map(({ patient }) => patient.patientId),
    );
    await this.once('patient', body, async (options) => {
      const answer = await this.patients.create({ body }, options);
      this.patientId = answer.data.patientId;
      return answer;
    });
  }

  private async openFile(): Promise<void> {
    const { form, patientId } = this;
    const params = { id: patientId };
    const opening = openingOf(patientId, this.kind === 'transient', form);
    await this.once('file', opening, (options) => this.files.open({ body: opening }, options));
    const sample = sampleOf(form);
    if (sample && this.ctx.can('his.dialysisFile:btn_serology'))
      await this.once('markers', sample, (options) => this.files.results({ params, body: sample }, options));
    const access = accessOf(form);
    if (access && this.ctx.can('his.dialysisFile:btn_access'))
      await this.once('access', access, (options) => this.files.addAccess({ params, body: access }, options));
    const proposal = proposalOf(form, this.ctx.t('newcomer.planRemark', { from: form.from.trim() }));
    if (!proposal || this.done.has('plan') || !this.ctx.can('his.dialysisFile:btn_propose')) return;
    const { version } = (await this.files.file({ params }, { quiet: true })).data;
    await this.once('plan', proposal, (options) => this.files.propose({ params, body: { ...proposal, version } }, options));
  }

  /** Key of the cell that was filled, to be shown. */
  get cell(): string {
    return cellKey(this.date, this.shiftId, this.stationId);
  }
  dispose(): void {
    this.found.dispose();
  }
}
