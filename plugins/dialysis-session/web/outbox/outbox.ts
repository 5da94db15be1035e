import { COMES_BACK_CODES, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { ApiError, type Client, createClient, isUnknownOutcome, randomName, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { isFinalRefusal } from '../../contract/final-refusal.ts';
import type { ActReply } from '../../contract/session.schema.ts';
import type { SealedDrafts } from '../kept/sealed-drafts.ts';
import { materialContract } from '../../contract/material/material.contract.ts';
import { sessionContract } from '../../contract/session.contract.ts';

type Shell = Pick<WebContext, 'http' | 'now' | 't'>;
type Routes = typeof sessionContract.routes & typeof materialContract.routes;
/** Acts that may wait on the device. A second person proves himself at once, and what a doctor decides is decided on what is known now. */
export const KEPT_ACTS = [
  'checkIn',
  'save',
  'material',
  'check1',
  'start',
  'reading',
  'event',
  'adjust',
  'give',
  'end',
] as const satisfies readonly (keyof Routes)[];
export type KeptAct = (typeof KEPT_ACTS)[number];

/** As it is kept on the device. */
export interface KeptEntry {
  readonly clientId: string;
  /** Order in which they were entered, over all treatments. */
  readonly seq: number;
  readonly act: KeptAct;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds, by the server's clock as the device knows it. */
  readonly recordedAt: number;
  /** Whose, and what, for people. */
  readonly title: string;
  /** The server's sentence, where it said no while nobody looked. */
  readonly refused?: Refused;
}
interface Refused {
  readonly reason: string;
  /** Under this name it is never done; whoever wants it all the same sends it under another one. */
  readonly final: boolean;
}
export type EntryState = 'waiting' | 'sending' | 'refused';

/** What the person who pressed is told. */
export type Outcome =
  | { readonly kind: 'done'; readonly reply: ActReply }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly error: ApiError };

export class WaitingEntry {
  kept: KeptEntry;
  state: EntryState;
  /** The server's sentence. */
  reason: string;
  /** How often the server had a fault with it. */
  faults = 0;
  constructor(kept: KeptEntry) {
    this.kept = kept;
    this.state = kept.refused ? 'refused' : 'waiting';
    this.reason = kept.refused?.reason ?? '';
    makeObservable(this, { state: observable, reason: observable, become: action });
  }
  become(state: EntryState, reason = ''): void {
    this.state = state;
    this.reason = reason;
  }
}

const PREFIX = 'outbox:';
/** Nobody stands at a bed and waits for a network that may not come: after this the form is free, and the entry goes on by itself. */
const PATIENCE_MS = 2_500;
const FIRST_PAUSE_MS = 3_000;
const MAX_PAUSE_MS = 30_000;
/** A fault of the server that comes back so often is told, so that what stands behind it goes on. */
const MAX_FAULTS = 5;
const STILL_OPEN: readonly string[] = ['aborted', 'core.still-running'];
/** Nobody knows whether it arrived, or the server cannot at the moment: it is sent again under its name. What a rule refuses is an answer. */
const isOpen = (error: unknown): boolean =>
  !(error instanceof ApiError) || isUnknownOutcome(error) || STILL_OPEN.includes(error.error) || COMES_BACK_CODES.includes(error.code);

/**
 * What was entered and is not with the server yet: kept on the device for its person, over reloads and sign-outs, sent in the order in which it was entered, one after
 * the other, each under a name that the server stores once. On the device they are sealed for that person. What the server refuses stays with the sentence until somebody throws it away or sends it again.
 */
export class BedsideOutbox {
  entries: readonly WaitingEntry[] = [];
  /** The last try did not reach the server. */
  cut = false;
  /** So many entries lie here that this page cannot read: no key has come yet. */
  unreadable = 0;
  private readonly ctx: Shell;
  private readonly sealed: SealedDrafts;
  private readonly client: Client<Routes>;
  private readonly newName: () => string;
  private readonly watchers = new Map<string, (outcome: Outcome) => void>();
  private readonly heard: (reply: ActReply) => void;
  private working: Promise<void> | null = null;
  private again = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private pause = FIRST_PAUSE_MS;
  private lastSeq = 0;
  private gone = false;

  /** @param heard is told each answer, also those of entries that waited */
  // act: kept with the entry on this device until the server has it
  constructor(ctx: Shell, sealed: SealedDrafts, heard: (reply: ActReply) => void, newName: () => string = randomName) {
    this.ctx = ctx;
    this.sealed = sealed;
    this.client = { ...createClient(sessionContract, ctx.http), ...createClient(materialContract, ctx.http) };
    this.heard = heard;
    this.newName = newName;
    makeObservable<this, 'put' | 'showCut' | 'showUnreadable'>(this, {
      entries: observableRef,
      cut: observable,
      unreadable: observable,
      showUnreadable: action,
      waiting: computed,
      refused: computed,
      put: action,
      showCut: action,
    });
  }

  get waiting(): readonly WaitingEntry[] {
    return this.entries.filter(({ state }) => state !== 'refused');
  }
  get refused(): readonly WaitingEntry[] {
    return this.entries.filter(({ state }) => state === 'refused');
  }

  /** Brings back what an earlier page, another window, or an earlier session of the same person left. What cannot be read stays where it is. */
  async restore(): Promise<void> {
    await this.sealed.sealOpenOnes(PREFIX);
    const found = await Promise.all(this.sealed.keys(PREFIX).map((key) => this.sealed.load<KeptEntry>(key)));
    this.showUnreadable(found.filter(({ kind }) => kind === 'unreadable').length);
    const known = new Set(this.entries.map(({ kept }) => kept.clientId));
    const more = found.flatMap((one) => (one.kind === 'value' && !known.has(one.value.clientId) ? new WaitingEntry(one.value) : []));
    if (more.length > 0) this.put([...this.entries, ...more].toSorted((a, b) => a.kept.seq - b.kept.seq));
    this.wake();
  }

  /**
   * Keeps it on the device and sends it. Resolves as soon as the server answered, or the network did not.
   * @param onKept called once it lies on the device
   */
  async enter(act: KeptAct, params: KeptEntry['params'], body: KeptEntry['body'], title: string, onKept: () => void = () => undefined): Promise<Outcome> {
    // Whole milliseconds, as the wire has them: the device's idea of the server's clock has parts of one.
    const now = Math.round(this.ctx.now());
    this.lastSeq = Math.max(now, this.lastSeq + 1, (this.entries.at(-1)?.kept.seq ?? 0) + 1);
    const kept: KeptEntry = { clientId: this.newName(), seq: this.lastSeq, act, params, body, recordedAt: now, title };
    // Nobody reads that it waits before it lies there: whoever has read it may leave the page.
    await this.keep(kept);
    onKept();
    this.put([...this.entries, new WaitingEntry(kept)].toSorted((a, b) => a.kept.seq - b.kept.seq));
    const outcome = new Promise<Outcome>((resolve) => this.watchers.set(kept.clientId, resolve));
    // waits: for the answer, no longer than a person does
    setTimeout(() => this.settle(kept.clientId, { kind: 'waiting' }), PATIENCE_MS);
    this.wake();
    return await outcome;
  }

  /** The network is back: what could not be read for want of a key may be read now. */
  reconnected(): void {
    if (this.unreadable > 0) void this.restore();
    else this.wake();
  }

  /** Looks for what waits, and sends it. */
  wake(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.gone) return;
    // Something came while the last one was on its way: what works looks once more before it rests.
    if (this.working) {
      this.again = true;
      return;
    }
    this.again = false;
    this.working = this.drain().finally(() => {
      this.working = null;
      if (this.again) this.wake();
    });
  }

  /** Sends what was refused again, as a new act: what the server said no to is never done under the name that it had. */
  async retry(entry: WaitingEntry): Promise<void> {
    const { refused, ...rest } = entry.kept;
    entry.become('sending');
    const before = rest.clientId;
    entry.kept = refused?.final === true ? { ...rest, clientId: this.newName() } : rest;
    // The new one lies there before the old one goes.
    await this.keep(entry.kept);
    if (entry.kept.clientId !== before) this.sealed.clear(PREFIX + before);
    entry.become('waiting');
    this.wake();
  }
  discard(entry: WaitingEntry): void {
    this.remove(entry);
  }

  /** The page is gone; what is kept stays. */
  dispose(): void {
    this.gone = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async drain(): Promise<void> {
    for (;;) {
      const next = this.entries.find(({ state }) => state === 'waiting');
      if (!next || this.gone) return;
      next.become('sending');
      try {
        const reply = await this.send(next.kept);
        this.remove(next);
        this.showCut(false);
        this.pause = FIRST_PAUSE_MS;
        this.heard(reply);
        this.settle(next.kept.clientId, { kind: 'done', reply });
      } catch (error) {
        if (error instanceof ApiError && error.code === EnvelopeCode.Fault) next.faults += 1;
        if (isOpen(error) && next.faults < MAX_FAULTS) {
          next.become('waiting');
          this.showCut(true);
          this.settleWaiting();
          this.later();
          return;
        }
        this.showCut(false);
        this.refuse(next, error as ApiError);
      }
    }
  }

  /** Somebody looks at it at this moment: the form shows the sentence and keeps what was entered. Else it stays here. */
  private refuse(entry: WaitingEntry, error: ApiError): void {
    if (this.watchers.has(entry.kept.clientId)) {
      this.remove(entry);
      this.settle(entry.kept.clientId, { kind: 'refused', error });
      return;
    }
    entry.kept = { ...entry.kept, refused: { reason: error.message, final: isFinalRefusal(error.code) } };
    entry.become('refused', error.message);
    // Over a reload, too, it waits for a person and not for the network.
    void this.keep(entry.kept);
  }
  private keep(kept: KeptEntry): Promise<void> {
    return this.sealed.save(PREFIX + kept.clientId, kept, kept.recordedAt, 'until-key');
  }

  private async send({ act, params, body, clientId, recordedAt }: KeptEntry): Promise<ActReply> {
    const call = this.client[act] as (input: object, options: object) => Promise<{ readonly data: ActReply }>;
    const input = { params, body: { ...body, clientId, recordedAt, sentAt: Math.round(this.ctx.now()) } };
    return (await call(input, { quiet: true })).data;
  }

  private settle(clientId: string, outcome: Outcome): void {
    this.watchers.get(clientId)?.(outcome);
    this.watchers.delete(clientId);
  }
  private settleWaiting(): void {
    for (const [clientId] of this.watchers) this.settle(clientId, { kind: 'waiting' });
  }
  private later(): void {
    if (this.gone) return;
    // waits: the network comes back by itself; a socket that is greeted wakes it sooner
    this.timer = setTimeout(() => this.wake(), this.pause);
    this.pause = Math.min(MAX_PAUSE_MS, this.pause * 2);
  }
  private remove(entry: WaitingEntry): void {
    this.sealed.clear(PREFIX + entry.kept.clientId);
    this.put(this.entries.filter((one) => one !== entry));
  }
  private put(entries: readonly WaitingEntry[]): void {
    this.entries = entries;
  }
  private showUnreadable(n: number): void {
    this.unreadable = n;
  }
  private showCut(cut: boolean): void {
    this.cut = cut;
  }
}
