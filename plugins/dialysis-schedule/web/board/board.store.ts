import { dayAfter, dayOf, type PushedBody } from '@nephra/plugin-sdk/contract';
import { Act, type ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { boardContract } from '../../contract/board.contract.ts';
import type { Board, BoardSlot } from '../../contract/board.schema.ts';
import type { boardFrames } from '../../contract/board.frames.ts';
import { type AbsenceReason, MAX_CHANGED_SLOTS } from '../../contract/limits.ts';
import { type BoardColumn, type BoardRow, type BoardView, type CellContent, columnsOf, isFreed, keyOfPlace, rowsOf, spanOf } from './board-days.ts';
import { busyDays, daysOf, mergeBoard, movePlaces, replaceDay, replaceSlots } from './board-merge.ts';
import type { Unplanned } from './unplanned.store.ts';

type Load = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };
/** Whoever is held in the hand: a place of the board, or somebody who has none. */
export type Picked = { readonly kind: 'slot'; readonly slot: BoardSlot } | { readonly kind: 'patient'; readonly patient: Unplanned };
export interface Cell {
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string;
}
/** What a person with the right may do in spite of the zone, once they say why. */
export interface ZoneQuestion {
  readonly sentence: string;
  readonly send: (zoneReason: string) => Promise<void>;
}

const ZONE_ERRORS: readonly string[] = ['dialysis-schedule.conflict-zone-differs', 'dialysis-schedule.conflict-observation-not-last-shift'];
/** Boards of other days that are kept, so that whoever turns back sees them at once. */
const MAX_KEPT = 4;
/** So long after days that were kept came back they are read again: whoever turned to them works first. */
const BEHIND_MS = 1_000;
/** Within so long after a push all boards of a facility have read what they show already. */
const SPREAD_MS = 1_500;
type Heard = PushedBody<typeof boardFrames, 'dialysisBoardChanged'>;
const isAway = (error: unknown): boolean => ['network', 'timeout'].includes((error as ApiError).error);
const EMPTY: Board = { shifts: [], stations: [], slots: [], hidden: [], closures: [], loads: [] };

/** The board of a day or a week. Knows no React. */
export class BoardStore {
  view: BoardView = 'day';
  day: string;
  shiftId = '';
  zone = '';
  word = '';
  board: Board = EMPTY;
  state: Load = { kind: 'loading' };
  /** Which days stand on the board: those that are asked for once they have come, until then the ones before them. */
  shown: { readonly view: BoardView; readonly day: string };
  picked: Picked | null = null;
  /** Key of the cell whose menu is open, and of the one that the keys walk from. */
  menu: string | null = null;
  cursor: string | null = null;
  question: ZoneQuestion | null = null;
  /** Somebody who was not planned is brought to a free cell. */
  newcomer: { readonly kind: 'emergency' | 'transient'; readonly cell: Cell } | null = null;
  /** Whose weeks are looked at. */
  weeks: { readonly patientId: string; readonly patientName: string } | null = null;
  readonly act: Act;
  readonly client: Client<typeof boardContract.routes>;
  /** Of the last push; what is read because of it is read once for all boards of the facility. */
  stamp = '';
  /** How often something was sent from here. */
  ownActs = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private readonly behind = new Set<ReturnType<typeof setTimeout>>();
  private running: AbortController | null = null;
  private rowCache: ReadonlyMap<string, BoardRow> = new Map();
  private readonly reading = new Map<string, Promise<void>>();
  /** What is to be read again of a day, as soon as nothing else of it is being read. */
  private readonly changed = new Map<string, Set<string> | 'all'>();
  private loading: Promise<void> = Promise.resolve();
  private readonly known = new Map<string, Board>();

  constructor(readonly ctx: WebContext) {
    this.day = dayOf(ctx.now());
    this.shown = { view: this.view, day: this.day };
    this.client = createClient(boardContract, ctx.http);
    this.act = new Act(ctx, 'dialysis-board', { changed: 'send', toasts: false });
    makeObservable(this, {
      ...{ view: observable, day: observable, shiftId: observable, zone: observable, word: observable, menu: observable, cursor: observable },
      ...{
        board: observableRef,
        shown: observableRef,
        state: observableRef,
        picked: observableRef,
        question: observableRef,
        weeks: observableRef,
        newcomer: observableRef,
      },
      ...{ columns: computed, rows: computed, byKey: computed, hiddenKeys: computed, red: computed, mayPlan: computed, span: computed },
      ...{ pickedPatientId: computed, turning: computed },
      ...{ look: action, narrow: action, pick: action, openMenu: action, moveCursor: action, letGo: action, ask: action, showWeeks: action, bringIn: action },
    });
  }

  get mayPlan(): boolean {
    return this.ctx.can('his.dialysisSchedule:btn_plan') || this.mayOverride;
  }
  get mayOverride(): boolean {
    return this.ctx.can('his.dialysisSchedule:btn_zone_override');
  }
  get span(): readonly [from: string, to: string] {
    return spanOf(this.view, this.day);
  }
  /** Other days are asked for than stand on the board. */
  get turning(): boolean {
    return this.span.join() !== spanOf(this.shown.view, this.shown.day).join();
  }
  /** Of whom is held without having a place; else empty. */
  get pickedPatientId(): string {
    return this.picked?.kind === 'patient' ? this.picked.patient.patientId : '';
  }
  get byKey(): ReadonlyMap<string, BoardSlot> {
    return new Map(this.board.slots.filter((slot) => !isFreed(slot)).map((slot) => [keyOfPlace(slot), slot]));
  }
  /** Cells where somebody lies whom the caller does not see. */
  get hiddenKeys(): ReadonlySet<string> {
    return new Set(this.board.hidden.map(keyOfPlace));
  }
  contentOf(key: string): CellContent {
    return this.byKey.get(key) ?? (this.hiddenKeys.has(key) ? 'hidden' : undefined);
  }
  get columns(): readonly BoardColumn[] {
    return columnsOf(this.shown.view, this.shown.day, this.board.shifts, this.shiftId, busyDays(this.board));
  }

  /** Whether a cell has anything to open. */
  opens(key: string): boolean {
    return this.mayPlan || this.contentOf(key) !== undefined;
  }

  /** Rows of the stations that are shown; one that did not change is the same object, so that it is not drawn again. */
  get rows(): readonly BoardRow[] {
    const stations = this.board.stations.filter(({ zone }) => this.zone === '' || zone === this.zone);
    const rows = rowsOf(stations, this.columns, (key) => this.contentOf(key), this.rowCache);
    this.rowCache = new Map(rows.map((row) => [row.station.stationId, row]));
    return rows;
  }

  /** How many places of what is shown must not stay so, and how many are to be looked at. */
  get red(): { readonly stop: number; readonly warn: number } {
    const found = this.board.slots.map(({ conflicts }) => conflicts);
    const stop = found.filter((list) => list.some(({ weight }) => weight === 'stop')).length;
    return { stop, warn: found.filter((list) => list.some(({ weight }) => weight === 'warn')).length };
  }

  /** Reads the days that are asked for. Drawn once they are there, and only where they differ from what stands on the board. */
  load = (): Promise<void> => {
    this.loading = this.read();
    return this.loading;
  };

  private async read(): Promise<void> {
    clearTimeout(this.later);
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const [from, to] = this.span;
    if (this.board === EMPTY) runInAction(() => (this.state = { kind: 'loading' }));
    try {
      const { data } = await this.client.board({ query: { from, to } }, { signal: running.signal, quiet: true });
      if (running.signal.aborted) return;
      runInAction(() => {
        this.board = mergeBoard(this.board, data);
        if (this.turning) this.shown = { view: this.view, day: this.day };
        if (this.state.kind !== 'ready') this.state = { kind: 'ready' };
      });
    } catch (error) {
      if (running.signal.aborted) return;
      // What was asked for stands here already: without network it is more than nothing.
      if (!this.turning && this.state.kind === 'ready' && isAway(error)) return this.ctx.toast.warning((error as ApiError).message);
      runInAction(() => (this.state = { kind: 'failed', error }));
    }
  }

  /** The connection was lost: what was kept may be old. */
  loadAfresh = (): Promise<void> => {
    this.known.clear();
    return this.load();
  };

  /** Somebody changed something: what stands here already is shown at once, and read again behind, so that thirty boards do not ask in one moment. */
  hear = ({ date, slotIds, places = [], stamp }: Heard): Promise<void> => {
    const { board, whole } = movePlaces(this.board, places);
    runInAction(() => (this.board = board));
    if (places.length === 0 || !whole) return this.reloadDay(date, slotIds, stamp);
    return new Promise((resolve) => {
      const behind = setTimeout(() => {
        this.behind.delete(behind);
        void this.reloadDay(date, slotIds, stamp).then(resolve);
      }, SPREAD_MS * Math.random());
      this.behind.add(behind);
    });
  };

  /**
   * Reads again what changed of a day, if it is asked for or shown. What is told while the day is being read is read together afterwards.
   * @param slotIds places that changed; none: anything of the day may have
   * @param stamp of the push that told it
   */
  reloadDay = (date: string, slotIds: readonly string[] = [], stamp = ''): Promise<void> => {
    if (stamp !== '') this.stamp = stamp;
    for (const span of this.known.keys()) {
      const [from = '', to = ''] = span.split(',');
      if (date >= from && date <= to) this.known.delete(span);
    }
    const [from, to] = this.span;
    if (date < from || date > to) return Promise.resolve();
    const waiting = this.changed.get(date);
    this.changed.set(date, slotIds.length === 0 || waiting === 'all' ? 'all' : new Set([...(waiting ?? []), ...slotIds]));
    const running = this.reading.get(date);
    if (waiting && running) return running;
    const next = (running ?? Promise.resolve())
      .then(() => this.loading)
      .then(() => {
        const changed = this.changed.get(date) ?? 'all';
        this.changed.delete(date);
        return this.readDay(date, changed);
      });
    this.reading.set(date, next);
    return next;
  };

  private async readDay(date: string, changed: ReadonlySet<string> | 'all'): Promise<void> {
    const quietly = { quiet: true, background: true };
    const whole = changed === 'all' || changed.size > MAX_CHANGED_SLOTS;
    try {
      const put = whole
        ? await this.client.board({ query: { from: date, to: date } }, quietly).then(
            ({ data }) =>
              (board: Board) =>
                replaceDay(board, date, data),
          )
        : await this.client.changes({ query: { date, ids: [...changed].join(), stamp: this.stamp } }, quietly).then(
            ({ data }) =>
              (board: Board) =>
                replaceSlots(board, date, changed, data),
          );
      runInAction(() => {
        const [from, to] = spanOf(this.shown.view, this.shown.day);
        if (date >= from && date <= to) this.board = put(this.board);
      });
    } catch {
      // The next change, or the connection when it is back, reads it again.
    }
  }

  /** Other days, another shift. Days that were shown before stand there at once and are read again behind; else those before them stay until the answer. */
  look(patch: Partial<Pick<BoardStore, 'view' | 'day' | 'shiftId'>>): void {
    const before = this.span.join();
    const standing = spanOf(this.shown.view, this.shown.day);
    const fresh = !this.turning && this.state.kind === 'ready';
    Object.assign(this, patch);
    this.menu = null;
    const [from, to] = this.span;
    const { view, day } = this;
    if (before === this.span.join()) {
      if (!this.turning) this.shown = { view, day };
      return;
    }
    if (fresh) this.keep(standing.join(), this.board);
    const known = standing[0] <= from && to <= standing[1] ? daysOf(this.board, from, to) : this.known.get(this.span.join());
    if (known) {
      this.board = mergeBoard(this.board, known);
      this.shown = { view, day };
    }
    clearTimeout(this.later);
    this.running?.abort();
    if (known) this.later = setTimeout(() => void this.load(), BEHIND_MS);
    else void this.load();
  }

  private keep(span: string, board: Board): void {
    this.known.delete(span);
    this.known.set(span, board);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KEPT && oldest !== undefined) this.known.delete(oldest);
  }
  step(by: -1 | 1): void {
    this.look({ day: dayAfter(this.day, this.view === 'day' ? by : by * 7) });
  }
  narrow(patch: Partial<Pick<BoardStore, 'zone' | 'word'>>): void {
    Object.assign(this, patch);
  }
  pick(picked: Picked | null): void {
    this.picked = this.mayPlan ? picked : null;
    this.menu = null;
  }
  openMenu(key: string | null): void {
    this.menu = key;
  }
  moveCursor(key: string): void {
    this.cursor = key;
  }
  ask(question: ZoneQuestion | null): void {
    this.question = question;
  }
  bringIn(newcomer: BoardStore['newcomer']): void {
    this.newcomer = newcomer;
    this.menu = null;
  }
  showWeeks(of: BoardStore['weeks']): void {
    this.weeks = of;
  }
  /** Lets go of whoever is held. */
  letGo(): void {
    this.picked = null;
  }

  /** Puts whoever is held into a cell; somebody who lies there takes the other place, after a question. */
  drop = async (cell: Cell): Promise<void> => {
    const { picked, ctx } = this;
    if (!picked) return;
    const there = this.contentOf(keyOfPlace(cell));
    this.letGo();
    if (there === 'hidden') return ctx.toast.warning(ctx.t('board.hiddenDrop'));
    if (picked.kind === 'patient') {
      if (there) return ctx.toast.warning(ctx.t('board.occupied', { name: there.patientName }));
      const { patientId } = picked.patient;
      const body = { ...cell, patientId, mode: null, emergency: false, reason: '' };
      return await this.send(['add', body], (zoneReason, options) => this.client.add({ body: { ...body, zoneReason } }, options), [cell.date]);
    }
    const { slot } = picked;
    if (there?.slotId === slot.slotId) return;
    if (there) {
      if (!(await ctx.confirm({ content: ctx.t('board.swapAsk', { one: slot.patientName, other: there.patientName }) }))) return;
      const body = { version: slot.version, otherId: there.slotId, otherVersion: there.version, reason: '' };
      const params = { id: slot.slotId };
      return await this.send(['swap', params, body], (zoneReason, options) => this.client.swap({ params, body: { ...body, zoneReason } }, options), [
        slot.date,
        cell.date,
      ]);
    }
    const [params, body] = [{ id: slot.slotId }, { ...cell, version: slot.version, reason: '' }];
    await this.send(['move', params, body], (zoneReason, options) => this.client.move({ params, body: { ...body, zoneReason } }, options), [
      slot.date,
      cell.date,
    ]);
  };

  suspend = (slot: BoardSlot, reason: string): Promise<void> => {
    const input = { params: { id: slot.slotId }, body: { version: slot.version, reason } };
    return this.send(['suspend', input], (_zone, options) => this.client.suspend(input, options), [slot.date]);
  };
  restore = (slot: BoardSlot): Promise<void> => {
    const input = { params: { id: slot.slotId }, body: { version: slot.version } };
    return this.send(['restore', input], (_zone, options) => this.client.restore(input, options), [slot.date]);
  };
  attend = (slot: BoardSlot, reason: AbsenceReason | ''): Promise<void> => {
    const input = { params: { id: slot.slotId }, body: { version: slot.version, absent: reason !== '', reason } };
    return this.send(['attend', input], (_zone, options) => this.client.attendance(input, options), [slot.date]);
  };

  /** Works the plan out again from tomorrow on; what people changed stays. */
  planAgain = async (): Promise<void> => {
    const { ctx } = this;
    if (!(await ctx.confirm({ content: ctx.t('board.planAsk') }))) return;
    const end = await this.act.run('plan', (options) => this.client.materialise({}, { ...options, quiet: true }));
    if (end.kind === 'done') ctx.toast.success(ctx.t('board.planned', { ...end.answer.data }));
    else if ('error' in end) ctx.toast.error((end.error as ApiError).message);
    await this.load();
  };

  /** Sends, tells what was refused, and reads the days again whatever came of it: somebody else may have been faster. */
  private async send(
    content: unknown,
    call: (zoneReason: string, options: { readonly idempotencyKey: string }) => Promise<unknown>,
    days: readonly string[],
    zoneReason = '',
  ): Promise<void> {
    this.ownActs += 1;
    const end = await this.act.run([content, zoneReason], (options) => call(zoneReason, { ...options, quiet: true } as never));
    if (end.kind === 'refused' || end.kind === 'stale' || end.kind === 'unknown') {
      const { error, message } = end.error as ApiError;
      if (zoneReason === '' && this.mayOverride && ZONE_ERRORS.includes(error))
        this.ask({ sentence: message, send: (why) => this.send(content, call, days, why) });
      else this.ctx.toast.error(message);
    }
    await Promise.all([...new Set(days)].map((date) => this.reloadDay(date)));
  }

  dispose(): void {
    clearTimeout(this.later);
    for (const behind of this.behind) clearTimeout(behind);
    this.running?.abort();
    this.act.dispose();
  }
}
