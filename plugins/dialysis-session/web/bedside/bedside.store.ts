import { dayOf } from '@nephra/plugin-sdk/contract';
import { type ActCall, ActGroup, type ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { SingleRead } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { BEDSIDE_MENU } from '../../contract/limits.ts';
import { materialContract } from '../../contract/material/material.contract.ts';
import type { MaterialRole } from '../../contract/material/material.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { orderContract } from '../../contract/orders/order.contract.ts';
import { sessionContract } from '../../contract/session.contract.ts';
import type { ActReply, StationCard, TodayReply, WholeSession } from '../../contract/session.schema.ts';
import { type Guard, PASSABLE } from '../../contract/states.ts';
import type { FormDraft } from '../fields/form-draft.ts';
import { TypedForms } from '../fields/typed-forms.ts';
import { isAway, KeptDay } from '../kept/kept-day.ts';
import { SealedDrafts } from '../kept/sealed-drafts.ts';
import { ScanStore } from '../scan/scan.store.ts';
import { ActTurns } from '../outbox/act-turns.ts';
import { BedsideOutbox, type KeptAct, type Outcome } from '../outbox/outbox.ts';
import { openingStep, type Step, stepFor } from './steps/step-of.ts';

type OnlineAct = 'materialBack' | 'undoCheckIn' | 'confirm' | 'undoStart' | 'check2' | 'abort' | 'close' | 'reopen' | 'correct' | 'miss' | 'give';
/** A refusal that somebody may pass with a reason, and what is sent again then. */
export interface ToPass {
  readonly guard: Guard;
  readonly sentence: string;
  readonly again: (reason: string) => Promise<boolean>;
}

/** What was entered for an act; it stays in its form when the act is refused. */
export interface Handed {
  readonly draft: FormDraft;
  /** What stands in the form afterwards; left out: what was entered. */
  readonly emptied?: () => FieldValues;
}

const GUARD_PREFIX = 'dialysis-session.guard.';
/** One patient at the bedside, and who lies to the left and right. */
export class BedsideStore {
  readonly outbox: BedsideOutbox;
  readonly forms: TypedForms;
  readonly scan: ScanStore;
  readonly client: Client<typeof sessionContract.routes & typeof materialContract.routes>;
  readonly orders: Client<typeof orderContract.routes>;
  cards: readonly StationCard[] = [];
  slotId = '';
  whole: WholeSession | null = null;
  problem: unknown = null;
  loading = true;
  step: Step = 'before';
  busy = false;
  /** The last sentence of a refusal. */
  refusal = '';
  toPass: ToPass | null = null;
  conflicts: ActReply['conflicts'] = [];
  conflictSection = '';
  /** The last answer did not come: what is shown is of `seenAt`, by the server's clock. */
  away = false;
  seenAt = 0;
  private readonly ctx: WebContext;
  private readonly kept: KeptDay;
  private readonly turns = new ActTurns((busy) => this.setBusy(busy));
  private readonly sending: ActGroup;
  /** The treatment that the page is to show: an answer about another one came too late. */
  private wanted = '';
  private readonly reading = new SingleRead(() => this.read());

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = { ...createClient(sessionContract, ctx.http), ...createClient(materialContract, ctx.http) };
    this.scan = this.scanning();
    this.orders = createClient(orderContract, ctx.http);
    this.sending = new ActGroup(ctx, 'dialysis-bedside', { toasts: false });
    const sealed = new SealedDrafts(ctx);
    this.kept = new KeptDay(ctx, sealed);
    this.forms = new TypedForms(sealed, () => ctx.now());
    this.outbox = new BedsideOutbox(ctx, sealed, (reply) => this.hear(reply));
    makeObservable<this, 'show' | 'showCards' | 'fail' | 'noteSeen'>(this, {
      ...{ away: observable, seenAt: observable, noteSeen: action, materialRole: observable, setMaterialRole: action },
      ...{ cards: observableRef, slotId: observable, whole: observableRef, problem: observableRef, loading: observable, step: observable, busy: observable },
      ...{ refusal: observable, toPass: observableRef, conflicts: observableRef, conflictSection: observable, card: computed, neighbours: computed },
      ...{ show: action, showCards: action, fail: action, go: action, setBusy: action, refuse: action, clearConflicts: action },
    });
  }

  get card(): StationCard | undefined {
    return this.cards.find(({ slotId }) => slotId === this.slotId);
  }
  /** Those who are being treated or waited for, in the order of the board. */
  get neighbours(): { readonly before: StationCard | undefined; readonly after: StationCard | undefined } {
    const row = this.cards.filter(({ state, slotId }) => state < 5 || slotId === this.slotId);
    const at = row.findIndex(({ slotId }) => slotId === this.slotId);
    return { before: row[at - 1], after: row[at + 1] };
  }

  /** @param asked slot or treatment of the address; empty: the first that is not done */
  async open(asked: { readonly slotId?: string; readonly sessionId?: string; readonly date?: string }): Promise<void> {
    try {
      const { cards } = await this.readDay(asked.date);
      this.showCards(cards);
      const card =
        cards.find(({ slotId, sessionId }) => (asked.slotId ? slotId === asked.slotId : asked.sessionId ? sessionId === asked.sessionId : false)) ??
        (asked.slotId || asked.sessionId ? undefined : cards.find(({ state }) => state < 5));
      if (card) await this.choose(card);
      else if (asked.sessionId) await this.load(asked.sessionId, true);
      else this.show(null, false);
    } catch (error) {
      this.fail(error);
    }
  }

  async choose(card: StationCard): Promise<void> {
    this.showSlot(card.slotId);
    if (card.sessionId === '') this.show(null, true);
    else await this.load(card.sessionId, true);
  }

  /** Reads again what is shown, at most one at a time: each act of a colleague pushes. */
  reload(): Promise<void> {
    return this.reading.run();
  }

  /** The device lost its network: what is shown was true until now. */
  lose(): void {
    if (!this.away) this.noteSeen(this.ctx.now(), true);
  }

  private async read(): Promise<void> {
    const { whole } = this;
    if (whole) await this.load(whole.id, false);
    try {
      this.showCards((await this.readDay(whole?.date, true)).cards);
    } catch {
      // The next push or press reads it.
    }
    // A colleague began it meanwhile.
    const begun = this.whole ? '' : (this.card?.sessionId ?? '');
    if (begun !== '') await this.load(begun, true);
  }

  private async load(id: string, andStep: boolean): Promise<void> {
    this.wanted = id;
    // Without network nobody waits for what will not come.
    if (this.away && andStep) await this.showKept(id, andStep);
    try {
      const { data } = await this.client.session({ params: { id } }, { quiet: true, background: !andStep });
      if (this.wanted !== id || this.isOlder(data)) return;
      this.noteSeen(data.now);
      this.show(data, andStep && (this.whole?.id !== id || this.whole.state !== data.state));
    } catch (error) {
      if (this.wanted !== id) return;
      if (isAway(error)) this.noteAway();
      if (this.whole?.id === id || (isAway(error) && (await this.showKept(id, andStep)))) return;
      if (this.wanted !== id) return;
      this.fail(error);
    }
  }
  /** As it was when the server last spoke of it. */
  private async showKept(id: string, andStep: boolean): Promise<boolean> {
    const kept = await this.kept.whole(id);
    if (!kept || this.wanted !== id) return false;
    this.noteSeen(kept.at, true);
    this.show(kept.value, andStep);
    return true;
  }
  /** Who lies where. @throws what the server answered, or that it did not, when nothing of the day is kept */
  private async readDay(date: string | undefined, background = false): Promise<TodayReply> {
    try {
      const { data } = await this.client.today({ query: date ? { date } : {} }, { quiet: true, background });
      this.kept.saveDay(data);
      return data;
    } catch (error) {
      if (!isAway(error)) throw error;
      this.noteAway();
      const kept = await this.kept.day(date ?? dayOf(this.ctx.now()));
      if (!kept) throw error;
      this.noteSeen(kept.at, true);
      return kept.value;
    }
  }
  /** It was on its way while somebody acted: what is shown is what came of the act. */
  private isOlder({ id, version, now }: WholeSession): boolean {
    const shown = this.whole;
    return shown?.id === id && (version < shown.version || (version === shown.version && now < shown.now));
  }

  /** An act that may wait on this device. @returns true when the form may be emptied: it is stored, or kept here */
  keep(act: KeptAct, params: Readonly<Record<string, string>>, body: Readonly<Record<string, unknown>>, title: string, form?: Handed): Promise<boolean> {
    const pressed = JSON.stringify([act, params, body]);
    const name = this.whole?.patient.name ?? this.card?.patientName ?? '';
    return this.handing(pressed, form, async (kept) => {
      const outcome = await this.outbox.enter(act, params, body, `${name} ${title}`, kept);
      this.turns.landed(pressed);
      return this.told(outcome, params.section ?? '', (reason, guard) =>
        this.keep(act, params, { ...body, ...this.roleFor(guard), passes: [...passesIn(body), { guard, reason }] }, title, form),
      );
    });
  }
  private handing(pressed: string, form: Handed | undefined, send: (kept: () => void) => Promise<boolean>): Promise<boolean> {
    return this.turns.take(pressed, () => (form ? this.forms.hand(form.draft, send, form.emptied) : send(() => undefined)));
  }

  /** An act whose answer has to come before anything goes on. */
  now(act: OnlineAct, params: Readonly<Record<string, string>>, body: Readonly<Record<string, unknown>>, form?: Handed): Promise<boolean> {
    const pressed = JSON.stringify([act, params, body]);
    return this.handing(pressed, form, (kept) => {
      kept();
      return this.callNow(pressed, act, params, body, form);
    });
  }
  private async callNow(
    pressed: string,
    act: OnlineAct,
    params: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>>,
    form: Handed | undefined,
  ): Promise<boolean> {
    const call = this.client[act] as (input: object, options: object) => Promise<{ readonly data: ActReply }>;
    // The act is stored under its key: pressed again after a lost answer it is the same one.
    const send = ({ idempotencyKey: clientId, quiet }: ActCall) => {
      // Whole milliseconds, as the wire has them.
      const at = Math.round(this.ctx.now());
      return call({ params, body: { ...body, clientId, recordedAt: at, sentAt: at } }, { quiet });
    };
    let outcome: Outcome;
    try {
      const end = await this.sending.run(pressed, body, send, ({ data }) => this.hear(data));
      if (end.kind !== 'done') return false;
      outcome = { kind: 'done', reply: end.answer.data };
    } catch (error) {
      outcome = { kind: 'refused', error: error as ApiError };
    }
    this.turns.landed(pressed);
    if (outcome.kind === 'refused' && (outcome.error.error === 'network' || outcome.error.error === 'timeout')) {
      this.refuse(this.ctx.t('bed.needsNetwork'));
      return false;
    }
    return this.told(outcome, '', (reason, guard) => this.now(act, params, { ...body, passes: [...passesIn(body), { guard, reason }] }, form));
  }

  private told(outcome: Outcome, section: string, pass: (reason: string, guard: Guard) => Promise<boolean>): boolean {
    if (outcome.kind === 'waiting') {
      this.refuse('');
      this.ctx.toast.info(this.ctx.t('bed.queued'));
      return true;
    }
    if (outcome.kind === 'done') {
      this.refuse('');
      const { clockOff, conflicts } = outcome.reply;
      if (clockOff !== null) this.ctx.toast.warning(this.ctx.t('bed.clockOff', { n: Math.round(Math.abs(clockOff) / 60_000) }));
      if (conflicts.length > 0) this.showConflicts(section, conflicts);
      return true;
    }
    const { error } = outcome;
    const guard = error.error.startsWith(GUARD_PREFIX) ? (error.error.slice(GUARD_PREFIX.length) as Guard) : undefined;
    const passable = guard !== undefined && PASSABLE.includes(guard);
    this.refuse(error.message, passable ? { guard, sentence: error.message, again: (reason) => pass(reason, guard) } : null);
    return false;
  }

  /** What a person says that a piece is which the catalogue does not know. */
  materialRole: MaterialRole = 'dialyser';
  private roleFor(guard: Guard): { readonly role?: MaterialRole } {
    return guard === 'material-unknown' ? { role: this.materialRole } : {};
  }
  setMaterialRole(role: MaterialRole): void {
    this.materialRole = role;
  }
  private scanning(): ScanStore {
    return new ScanStore({
      cards: () => this.cards,
      shown: () => {
        const { whole, card } = this;
        if (!whole && !card) return null;
        const state = whole?.state ?? 0;
        const takesMaterials = state >= 1 && state <= 3 && this.may('btn_record');
        return { slotId: card?.slotId ?? '', name: whole?.patient.name ?? card?.patientName ?? '', takesMaterials };
      },
      open: (card) => this.choose(card),
      isAsking: () => this.toPass !== null,
      takeMaterial: (code) => this.takeMaterial(code),
    });
  }
  /** A piece is used. @param role what it is, where neither prescription nor catalogue say so */
  async takeMaterial(code: string, role?: MaterialRole): Promise<boolean> {
    const id = this.whole?.id ?? '';
    const stored = await this.keep('material', { id }, { code, ...(role !== undefined && { role }) }, this.ctx.t('scan.materials'));
    if (stored) this.ctx.toast.success(this.ctx.t('scan.taken'));
    return stored;
  }
  materialBack(entryId: string, reason: string): Promise<boolean> {
    return this.now('materialBack', { id: this.whole?.id ?? '', entryId }, { reason });
  }

  may(button: string): boolean {
    return this.ctx.can(`${BEDSIDE_MENU}:${button}`);
  }

  setBusy(busy: boolean): void {
    this.busy = busy;
  }
  go(step: Step): void {
    this.step = step;
    this.refuse('');
  }
  refuse(sentence: string, toPass: ToPass | null = null): void {
    this.refusal = sentence;
    this.toPass = toPass;
  }
  private showConflicts = action((section: string, conflicts: ActReply['conflicts']): void => {
    this.conflictSection = section;
    this.conflicts = conflicts;
  });
  clearConflicts(): void {
    this.conflicts = [];
  }
  private showSlot = action((slotId: string): void => {
    this.wanted = '';
    this.scan.dismiss();
    this.slotId = slotId;
    this.whole = null;
    this.loading = true;
    this.refusal = '';
    this.toPass = null;
    this.conflicts = [];
  });
  private showCards(cards: readonly StationCard[]): void {
    this.cards = cards;
  }
  private noteAway(): void {
    this.noteSeen(this.seenAt, true);
  }
  private noteSeen(at: number, away = false): void {
    this.seenAt = at;
    this.away = away;
  }
  private show(whole: WholeSession | null, andStep: boolean): void {
    if (whole && !this.away) this.kept.saveWhole(whole);
    this.loading = false;
    this.problem = null;
    this.whole = whole;
    if (andStep) this.step = whole ? openingStep(whole, this.forms.typedIn(whole.id)) : 'before';
  }
  private fail(error: unknown): void {
    this.loading = false;
    this.problem = error;
  }
  /** What the server answered, of whichever treatment. A step forward takes the page along, unless somebody is typing. */
  private hear = action(({ session }: ActReply): void => {
    const shown = this.whole?.id === session.id || this.card?.slotId === this.slotOf(session);
    if (!shown || this.isOlder(session)) return;
    const moved =
      this.whole?.state !== session.state ||
      (this.whole?.confirmedAt === null && session.confirmedAt !== null) ||
      (this.whole?.check2At === null && session.check2At !== null);
    this.wanted = session.id;
    this.noteSeen(session.now);
    this.kept.saveWhole(session);
    // It may be here before the answer to the reading that opened the page, which is an older one then.
    this.loading = false;
    this.problem = null;
    this.whole = session;
    if (moved && !this.forms.isTyping) this.step = stepFor(session);
  });
  /** A check-in makes the treatment of a slot. */
  private slotOf(session: WholeSession): string {
    return (
      this.cards.find(
        ({ sessionId, stationId, patientId }) => sessionId === session.id || (stationId === session.stationId && patientId === session.patient.patientId),
      )?.slotId ?? ''
    );
  }

  dispose(): void {
    this.reading.drop();
    this.forms.dispose();
    this.outbox.dispose();
  }
}

const passesIn = (body: Readonly<Record<string, unknown>>): readonly { readonly guard: Guard; readonly reason: string }[] =>
  (body.passes as readonly { readonly guard: Guard; readonly reason: string }[] | undefined) ?? [];
