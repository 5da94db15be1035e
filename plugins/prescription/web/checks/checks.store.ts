import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type CheckBody, type CheckFinding, type CheckReply, type OverrideInput, prescribingContract } from '../../contract/index.ts';

/** A pause in typing this long is worth a look at the whole prescription. */
const QUIET_DELAY_MS = 900;

/** What is looked at: the draft, and the keys of its lines in the same order. */
export interface Checked {
  readonly body: CheckBody;
  readonly keys: readonly string[];
}

/** Text of a finding in the reader's language. */
export const findingText = (t: WebContext['t'], { code, params }: Pick<CheckFinding, 'code' | 'params'>): string => t(`errors.prescription.${code}`, params);

const LEVELS = ['block', 'reason', 'info'] as const;
export type Level = (typeof LEVELS)[number];

/** Findings by how hard they stop, hardest first; empty levels are left out. */
export const byLevel = (findings: readonly CheckFinding[]): { level: Level; findings: CheckFinding[] }[] =>
  LEVELS.map((level) => ({ level, findings: findings.filter((finding) => finding.level === level) })).filter((group) => group.findings.length > 0);

/** Safety checks of one prescription: quiet marks while it is written, and the questions when it is confirmed. Knows no React. */
export class ChecksStore {
  /** Findings by line key; a line that is not here is clean. */
  readonly marks = observable.map<string, readonly CheckFinding[]>({}, { deep: false });
  /** Open while the doctor is asked. */
  asked: CheckReply | null = null;
  /** Reasons typed so far by finding; they survive closing the dialog and a refused confirmation. */
  readonly reasons = observable.map<string, string>({}, { deep: false });
  private readonly client: Client<typeof prescribingContract.routes>;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private running: AbortController | null = null;

  constructor(
    http: WebContext['http'],
    private readonly current: () => Checked,
    /** Takes the prices of the day of treatment that come with an answer. */
    private readonly onPrices: (reply: CheckReply) => void = () => undefined,
  ) {
    this.client = createClient(prescribingContract, http);
    makeObservable(this, { asked: observableRef, complete: computed, open: action, close: action, type: action });
  }

  /** Every finding that needs a reason has one, and nothing blocks. */
  get complete(): boolean {
    return this.asked !== null && !this.asked.blocked && this.needed.every(({ key }) => (this.reasons.get(key) ?? '').trim() !== '');
  }
  /** Findings that wait for a reason. */
  get needed(): readonly CheckFinding[] {
    return this.asked?.findings.filter(({ level, override }) => level === 'reason' && override === null) ?? [];
  }
  get overrides(): OverrideInput[] {
    return this.needed.map(({ key }) => ({ key, reason: (this.reasons.get(key) ?? '').trim() }));
  }

  /** Looks once typing pauses. A failure shows nothing: confirming asks again. */
  lookSoon(): void {
    this.stop();
    this.timer = setTimeout(() => void this.look(), QUIET_DELAY_MS);
  }

  /** Findings of what stands there now; undefined when no answer came. */
  async look(): Promise<CheckReply | undefined> {
    this.stop();
    const { body, keys } = this.current();
    const running = new AbortController();
    this.running = running;
    if (keys.length === 0) {
      runInAction(() => this.marks.clear());
      return { findings: [], blocked: false, reasonsNeeded: 0, prices: [] };
    }
    const answer = await this.client.check({ body }, { quiet: true, signal: running.signal }).catch(() => undefined);
    if (!answer || running.signal.aborted) return undefined;
    runInAction(() => {
      this.mark(keys, answer.data.findings);
      if (this.current().body.dpDate === body.dpDate) this.onPrices(answer.data);
    });
    return answer.data;
  }

  open(reply: CheckReply): void {
    this.asked = reply;
  }

  close(): void {
    this.asked = null;
  }

  type(key: string, reason: string): void {
    this.reasons.set(key, reason);
  }

  /** Ends timer and call. */
  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.running?.abort();
    this.running = null;
  }

  private mark(keys: readonly string[], findings: readonly CheckFinding[]): void {
    const fresh = new Map<string, CheckFinding[]>();
    for (const finding of findings) {
      for (const at of finding.lines) {
        const key = keys[at];
        if (key !== undefined) fresh.set(key, [...(fresh.get(key) ?? []), finding]);
      }
    }
    for (const key of [...this.marks.keys()]) if (!fresh.has(key)) this.marks.delete(key);
    const names = (list: readonly CheckFinding[] | undefined) =>
      JSON.stringify(list?.map(({ key, level, override, params }) => [key, level, override?.id, params]));
    for (const [key, list] of fresh) if (names(this.marks.get(key)) !== names(list)) this.marks.set(key, list);
  }
}
