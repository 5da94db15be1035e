import { dayAfter, dayOf } from '@nephra/plugin-sdk/contract';
import { Act, type ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { boardContract } from '../../contract/board.contract.ts';
import type { Board, BoardSlot, BoardStation } from '../../contract/board.schema.ts';
import type { AbsenceReason } from '../../contract/limits.ts';
import { type BoardColumn, type BoardView, cellKey, columnsOf, isFreed, spanOf } from './board-days.ts';
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
export interface BoardRow {
  readonly station: BoardStation;
  readonly cells: readonly (BoardSlot | undefined)[];
  /** A room begins with it. */
  readonly room: string;
}

const ZONE_ERRORS: readonly string[] = ['dialysis-schedule.conflict-zone-differs', 'dialysis-schedule.conflict-observation-not-last-shift'];
const EMPTY: Board = { shifts: [], stations: [], slots: [], closures: [], loads: [] };

/** The board of a day or a week. Knows no React. */
export class BoardStore {
  view: BoardView = 'day';
  day: string;
  shiftId = '';
  zone = '';
  word = '';
  board: Board = EMPTY;
  state: Load = { kind: 'loading' };
  picked: Picked | null = null;
  /** Key of the cell whose menu is open, and of the one that the keys walk from. */
  menu: string | null = null;
  cursor: string | null = null;
  question: ZoneQuestion | null = null;
  /** Whose weeks are looked at. */
  weeks: { readonly patientId: string; readonly patientName: string } | null = null;
  readonly act: Act;
  readonly client: Client<typeof boardContract.routes>;
  private running: AbortController | null = null;
  private rowCache = new Map<string, BoardRow>();
  private readonly reading = new Map<string, Promise<void>>();

  constructor(readonly ctx: WebContext) {
    this.day = dayOf(ctx.now());
    this.client = createClient(boardContract, ctx.http);
    this.act = new Act(ctx, 'dialysis-board', { changed: 'send', toasts: false });
    makeObservable(this, {
      ...{ view: observable, day: observable, shiftId: observable, zone: observable, word: observable, menu: observable, cursor: observable },
      ...{ board: observableRef, state: observableRef, picked: observableRef, question: observableRef, weeks: observableRef },
      ...{ columns: computed, rows: computed, byKey: computed, red: computed, mayPlan: computed, span: computed },
      ...{ look: action, narrow: action, pick: action, openMenu: action, moveCursor: action, letGo: action, ask: action, showWeeks: action },
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
  get byKey(): ReadonlyMap<string, BoardSlot> {
    return new Map(this.board.slots.filter((slot) => !isFreed(slot)).map((slot) => [cellKey(slot.date, slot.shiftId, slot.stationId), slot]));
  }
  get columns(): readonly BoardColumn[] {
    return columnsOf(this.view, this.day, this.board.shifts, this.shiftId, new Set(this.board.slots.filter((slot) => !isFreed(slot)).map(({ date }) => date)));
  }

  /** Rows of the stations that are shown; one that did not change is the same object, so that it is not drawn again. */
  get rows(): readonly BoardRow[] {
    const { byKey, columns } = this;
    const cache = new Map<string, BoardRow>();
    let last = '';
    const rows = this.board.stations
      .filter(
        ({ zone, enabled, stationId }) =>
          (this.zone === '' || zone === this.zone) && (enabled || columns.some(({ date, shift }) => byKey.has(cellKey(date, shift.shiftId, stationId)))),
      )
      .map((station): BoardRow => {
        const room = station.roomName === last ? '' : station.roomName;
        last = station.roomName;
        const cells = columns.map(({ date, shift }) => byKey.get(cellKey(date, shift.shiftId, station.stationId)));
        const known = this.rowCache.get(station.stationId);
        const same =
          known?.station === station && known.room === room && known.cells.length === cells.length && known.cells.every((cell, at) => cell === cells[at]);
        const row = same ? known : { station, cells, room };
        cache.set(station.stationId, row);
        return row;
      });
    this.rowCache = cache;
    return rows;
  }

  /** How many places of what is shown must not stay so, and how many are to be looked at. */
  get red(): { readonly stop: number; readonly warn: number } {
    const found = this.board.slots.map(({ conflicts }) => conflicts);
    const stop = found.filter((list) => list.some(({ weight }) => weight === 'stop')).length;
    return { stop, warn: found.filter((list) => list.some(({ weight }) => weight === 'warn')).length };
  }

  load = async (): Promise<void> => {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const [from, to] = this.span;
    if (this.board === EMPTY) runInAction(() => (this.state = { kind: 'loading' }));
    try {
      const { data } = await this.client.board({ query: { from, to } }, { signal: running.signal, quiet: true });
      if (running.signal.aborted) return;
      runInAction(() => {
        this.board = data;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => (this.state = { kind: 'failed', error }));
    }
  };

  /** Reads one day of what is shown again; asked twice while it is read, it is read once more afterwards. */
  reloadDay = (date: string): Promise<void> => {
    const [from, to] = this.span;
    if (date < from || date > to) return Promise.resolve();
    const next = (this.reading.get(date) ?? Promise.resolve()).then(() => this.readDay(date));
    this.reading.set(date, next);
    return next;
  };

  private async readDay(date: string): Promise<void> {
    try {
      const { data } = await this.client.board({ query: { from: date, to: date } }, { quiet: true, background: true });
      runInAction(() => {
        const [from, to] = this.span;
        if (date < from || date > to) return;
        const rest = <T extends { readonly date: string }>(rows: readonly T[]): T[] => rows.filter((row) => row.date !== date);
        const { board } = this;
        this.board = {
          shifts: board.shifts,
          stations: sameJson(board.stations, data.stations) ? board.stations : data.stations,
          slots: [...rest(board.slots), ...data.slots.map((slot) => board.slots.find((one) => one.slotId === slot.slotId && sameJson(one, slot)) ?? slot)],
          closures: [...rest(board.closures), ...data.closures],
          loads: [...rest(board.loads), ...data.loads],
        };
      });
    } catch {
      // The next change, or the connection when it is back, reads it again.
    }
  }

  look(patch: Partial<Pick<BoardStore, 'view' | 'day' | 'shiftId'>>): void {
    const before = this.span.join();
    Object.assign(this, patch);
    this.menu = null;
    if (before !== this.span.join()) {
      this.board = { ...this.board, slots: [], closures: [], loads: [] };
      void this.load();
    }
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
    const there = this.byKey.get(cellKey(cell.date, cell.shiftId, cell.stationId));
    this.letGo();
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

  /** Sends, tells what was refused, and reads the days again whatever came of it: somebody else may have been faster. */
  private async send(
    content: unknown,
    call: (zoneReason: string, options: { readonly idempotencyKey: string }) => Promise<unknown>,
    days: readonly string[],
    zoneReason = '',
  ): Promise<void> {
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
    this.running?.abort();
    this.act.dispose();
  }
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
