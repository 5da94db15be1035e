import { weekdayAt } from '@nephra/plugin-sdk/contract';
import { randomName } from '@nephra/plugin-sdk/web';
import { action, compareShallow, computed, computedStruct, makeObservable, observable, observableRef } from 'mobx';
import { type CatalogueRow, leaveGroup, mayGroup, normaliseGroups, type SessionPlan, SHARED_FIELDS } from '../../../../catalogue/contract/index.ts';
import type { Prescription, PrescriptionDetail } from '../../../contract/index.ts';
import { calculateLines, type DraftLine, draftTotals, lineFromCatalogue } from '../../../domain/preview.ts';
import { priceDay } from '../../../domain/price-day.ts';
import { duplicateDrugs } from '../../../domain/safety.ts';
import { fieldsOf, linesOf, type RxFields, snapshotOf } from './rx-draft.ts';

/** Spec 9: calculation waits until typing pauses. */
const CALCULATION_DELAY_MS = 500;
/** What is typed in a cell reaches its line at the next pause, so that a keystroke draws its own cell and nothing else. */
const SETTLE_DELAY_MS = 100;

/** What is written on one prescription: head fields and lines, with amounts that follow the edits. Knows no React and no server. */
export class RxContentStore {
  /** Each field is watched for itself: typing a note does not draw the rest of the head again. */
  readonly fields: RxFields;
  lines: readonly DraftLine[];
  /** True from an edit until its amounts are computed. */
  calculating = false;
  /** Line whose dose should take the cursor. */
  focusKey: string | null = null;
  /** Something typed has not reached its line yet. */
  typing = false;
  private typed: { readonly key: string; readonly change: Partial<DraftLine> } | null = null;
  private settleTimer: ReturnType<typeof setTimeout> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private sessionWeekdays: readonly number[];

  constructor(rx: Prescription) {
    this.fields = observable.object(fieldsOf(rx), {}, { deep: false });
    this.lines = linesOf(rx);
    this.sessionWeekdays = rx.sessionWeekdays;
    makeObservable<this, 'calculate'>(this, {
      lines: observableRef,
      calculating: observable,
      focusKey: observable,
      typing: observable,
      totals: computedStruct,
      lineCount: computed,
      duplicates: computedStruct,
      snapshot: computed,
      setField: action,
      pick: action,
      addLines: action,
      takePrices: action,
      typeLine: action,
      settle: action,
      editLine: action,
      removeLine: action,
      joinAbove: action,
      ungroup: action,
      focusDone: action,
      show: action,
      restore: action,
      flush: action,
      calculate: action,
    });
  }

  get totals() {
    return draftTotals(this.lines);
  }
  get lineCount(): number {
    return this.lines.length;
  }
  /** Lines whose drug stands there more than once. */
  get duplicates(): number[] {
    return duplicateDrugs(this.lines);
  }
  /** Equal texts mean equal content. */
  get snapshot(): string {
    return snapshotOf(this.fields, this.lines);
  }
  get plan(): SessionPlan {
    return { startWeekday: weekdayAt(this.fields.dpDate), weekdays: this.sessionWeekdays };
  }

  /** Day whose prices count, `YYYY-MM-DD`. */
  get day(): string {
    return priceDay(this.fields.dpDate);
  }

  setField<Name extends keyof RxFields>(name: Name, value: RxFields[Name]): void {
    this.write({ [name]: value });
    if (name === 'reimWay' || name === 'dpDate') this.calculateSoon();
  }

  /** Adds what was picked from a catalogue. Amounts of new lines do not wait. */
  pick(row: CatalogueRow): void {
    this.settle();
    // act: names a line of the screen; the sheet is saved as one act
    const line = lineFromCatalogue(row, randomName());
    this.lines = [...this.lines, line];
    this.focusKey = line.kind === 'drug' ? line.key : null;
    this.calculate();
  }

  addLines(details: readonly PrescriptionDetail[]): void {
    this.settle();
    // Groups of a package must not fall together with those that are there.
    const shift = this.highestGroup();
    // act: names lines of the screen; the sheet is saved as one act
    const added = details.map((detail) => ({ ...detail, detailId: '', key: randomName(), isGroup: detail.isGroup > 0 ? detail.isGroup + shift : 0 }));
    this.lines = [...this.lines, ...added];
    this.calculate();
  }

  /** Takes what is being typed in a cell; the line has it at the next pause, or with the next act. */
  typeLine(key: string, change: Partial<DraftLine>): void {
    if (this.typed !== null && this.typed.key !== key) this.settle();
    this.typed = { key, change: { ...this.typed?.change, ...change } };
    this.typing = true;
    if (this.settleTimer) clearTimeout(this.settleTimer);
    this.settleTimer = setTimeout(() => this.settle(), SETTLE_DELAY_MS);
  }

  /** What was typed reaches its line now. */
  settle(): void {
    const { typed } = this;
    if (typed === null) return;
    this.forgetTyped();
    this.editLine(typed.key, typed.change);
  }

  /** Route, frequency and days of a group member go to the whole group. */
  editLine(key: string, change: Partial<DraftLine>): void {
    this.settle();
    const changed = this.lines.find((line) => line.key === key);
    if (!changed) return;
    const forGroup = Object.fromEntries(SHARED_FIELDS.filter((name) => name in change).map((name) => [name, change[name]]));
    this.lines = this.lines.map((line) => {
      if (line.key === key) return { ...line, ...change };
      return changed.isGroup > 0 && line.isGroup === changed.isGroup ? { ...line, ...forGroup } : line;
    });
    this.calculateSoon();
  }

  removeLine(key: string): void {
    this.settle();
    this.lines = normaliseGroups(this.lines.filter((line) => line.key !== key));
    this.calculate();
  }

  canJoinAbove(index: number): boolean {
    const [above, line] = [this.lines[index - 1], this.lines[index]];
    if (above === undefined || line === undefined || !mayGroup(above) || !mayGroup(line)) return false;
    // Joining must not change how a drug is given.
    return above.drugUsage === line.drugUsage && (line.isGroup === 0 || line.isGroup !== above.isGroup);
  }

  /** Prices of the day of treatment, as the server knows them; a line of which it says nothing keeps what it has. */
  takePrices(prices: readonly { readonly drugId: string; readonly price: number }[]): void {
    const priceOf = new Map(prices.map(({ drugId, price }) => [drugId, price]));
    if (!this.lines.some(({ drugId, packPrice }) => (priceOf.get(drugId) ?? packPrice) !== packPrice)) return;
    this.settle();
    this.lines = this.lines.map((line) => ({ ...line, packPrice: priceOf.get(line.drugId) ?? line.packPrice }));
    this.calculate();
  }

  /** Puts a line into the injection group of the line above it. */
  joinAbove(index: number): void {
    this.settle();
    if (!this.canJoinAbove(index)) return;
    const number = this.lines[index - 1]?.isGroup || this.highestGroup() + 1;
    this.lines = normaliseGroups(this.lines.map((line, at) => (at === index || at === index - 1 ? { ...line, isGroup: number } : line)));
    this.calculate();
  }

  ungroup(index: number): void {
    this.settle();
    this.lines = leaveGroup(this.lines, index);
    this.calculate();
  }

  /** The cursor is there. */
  focusDone(): void {
    this.focusKey = null;
  }

  /** Shows what the server has. */
  show(rx: Prescription): void {
    this.forgetTyped();
    this.stop();
    this.write(fieldsOf(rx));
    this.lines = linesOf(rx);
    this.sessionWeekdays = rx.sessionWeekdays;
    this.calculating = false;
  }

  /** Takes up what was typed earlier; with `asNew` its lines are not those of the server any more. */
  restore(fields: RxFields, lines: readonly DraftLine[], asNew = false): void {
    this.forgetTyped();
    this.write(fields);
    this.lines = asNew ? lines.map((line) => ({ ...line, detailId: '' })) : lines;
    this.calculate();
  }

  /** Amounts of the last edit now, without waiting. */
  flush(): void {
    this.settle();
    if (this.calculating) this.calculate();
  }

  /** Ends the wait for amounts. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private forgetTyped(): void {
    if (this.settleTimer) clearTimeout(this.settleTimer);
    this.settleTimer = null;
    this.typed = null;
    this.typing = false;
  }

  private write(change: Partial<RxFields>): void {
    Object.assign(this.fields, change);
  }

  private highestGroup(): number {
    return Math.max(0, ...this.lines.map((line) => line.isGroup));
  }

  private calculateSoon(): void {
    this.calculating = true;
    this.stop();
    this.timer = setTimeout(() => this.calculate(), CALCULATION_DELAY_MS);
  }

  private calculate(): void {
    this.stop();
    const before = new Map(this.lines.map((line) => [line.key, line]));
    // A line that comes out as it was stays the same object, so only what changed is drawn again.
    this.lines = calculateLines(this.lines, { reimWay: this.fields.reimWay, plan: this.plan }).map((line) => {
      const old = before.get(line.key);
      return old !== undefined && compareShallow(old, line) ? old : line;
    });
    this.calculating = false;
  }
}
