import { Act, ApiError, type Client, createClient, randomName, type WebContext } from '@nephra/plugin-sdk/web';
import { frameSocket } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { ASK_DEFAULTS, type AskReply, type AssistantStatus, assistantContract, type SentView } from '../../contract/assistant.contract.ts';
import { assistantFrames } from '../../contract/assistant-frames.ts';
import { MAX_PROMPT, SECONDS_TO_ANSWER } from '../../contract/limits.ts';
import { HistoryStore } from './history.store.ts';
import { AnswerParts, type ShownTurn, turnShown } from './shown-turn.ts';

const TYPED = 'typed';
const CONVERSATION = 'conversation';
/** Longer than any model may take, with its look-ups. */
const ANSWER_TIMEOUT_MS = (SECONDS_TO_ANSWER.most + 90) * 1_000;
/** Between two looks at an answer that another window waits for. */
const LOOK_AGAIN_MS = 3_000;
/** Refusals that say what somebody can do; all other failures clear the waiting without a word (spec 8). */
const TOLD = new Set(
  [
    'limit-minute',
    'limit-person',
    'limit-site',
    'off',
    'not-listed',
    'still-answering',
    'too-many-turns',
    'no-conversation',
    'names-unknown',
    'other-host',
  ].map((key) => `assistant.${key}`),
);

/** What the dialog of "what is sent" shows. `agree`: the person is asked, and the question goes out afterwards. */
export interface ShownSent {
  readonly view: Pick<SentView, 'host' | 'messages'> & Partial<SentView>;
  readonly agree: boolean;
}

/** The panel: one conversation, the question that is typed, and the answer that is on its way. */
export class AssistantStore {
  status: AssistantStatus | null = null;
  statusError: unknown = null;
  typed: string;
  turns: readonly ShownTurn[] = [];
  conversationId: string;
  /** Name of the question that is at work. */
  running: string | null = null;
  /** What stands against a question, in words. */
  notice: string | null = null;
  sent: ShownSent | null = null;
  historyOpen = false;
  readonly history: HistoryStore;
  private readonly client: Client<(typeof assistantContract)['routes']>;
  private readonly asking: Act;
  /** A question of which nobody knows whether it arrived keeps its name: asked again it is the same one. */
  private unknownAsk: { readonly content: string; readonly askId: string } | null = null;
  private parts = new AnswerParts();
  private leave: readonly (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(assistantContract, ctx.http);
    this.asking = new Act(ctx, 'ask', { changed: 'send' });
    this.history = new HistoryStore(ctx, this.client);
    this.typed = ctx.drafts.load<string>(TYPED) ?? '';
    this.conversationId = ctx.drafts.load<string>(CONVERSATION) ?? '';
    makeObservable(this, {
      status: observableRef,
      statusError: observableRef,
      typed: observable,
      turns: observableRef,
      conversationId: observable,
      running: observable,
      notice: observable,
      sent: observableRef,
      historyOpen: observable,
      canSend: computed,
      type: action,
      closeSent: action,
      showHistory: action,
      startAnew: action,
    });
  }

  get canSend(): boolean {
    return this.running === null && this.status?.state === 'ready' && this.typed.trim() !== '';
  }

  /** Reads which model answers and the conversation of last time. */
  async open(): Promise<void> {
    const socket = frameSocket(this.ctx, assistantFrames);
    this.leave = [
      socket.on('assistantPart', ({ askId, order, text }) => this.partCame(askId, order, text)),
      socket.on('assistantLooksUp', ({ askId, title }) =>
        runInAction(() => this.change(askId, (turn) => ({ ...turn, lookedUp: [...new Set([...turn.lookedUp, title])] }))),
      ),
    ];
    await this.readStatus();
    if (this.conversationId !== '') await this.openConversation(this.conversationId);
  }

  async readStatus(): Promise<void> {
    try {
      const { data } = await this.client.status({}, { quiet: true });
      runInAction(() => {
        this.status = data;
        this.statusError = null;
      });
    } catch (error) {
      runInAction(() => {
        this.statusError = error;
      });
    }
  }

  type(text: string): void {
    this.typed = text.slice(0, MAX_PROMPT);
    this.ctx.drafts.save(TYPED, this.typed);
  }

  /** Sends what is typed; nothing where it is empty (spec 5). What is sent is shown first to whoever has not seen it. */
  async send(): Promise<void> {
    const prompt = this.typed.trim();
    if (!this.canSend || prompt === '') return;
    if (!this.status?.agreed) return await this.showWhatIsSent(true);
    await this.ask(prompt);
  }

  /** Asks the same again, as a new question. */
  async retry(turn: ShownTurn): Promise<void> {
    if (this.running === null) await this.ask(turn.asked);
  }

  /** Asks for the rest of an answer that ended before its end. */
  async goOn(): Promise<void> {
    if (this.running === null) await this.ask(this.ctx.t('panel.goOnWords'));
  }

  private async ask(prompt: string): Promise<void> {
    const content = { prompt, ...(this.conversationId !== '' && { conversationId: this.conversationId }) };
    const name = JSON.stringify(content);
    // act: the question is shown under it before it is sent; it stays for as long as nobody knows what became of it
    const askId = this.unknownAsk?.content === name ? this.unknownAsk.askId : randomName();
    this.unknownAsk = { content: name, askId };
    runInAction(() => {
      this.running = askId;
      this.notice = null;
      this.parts = new AnswerParts();
      this.turns = [...this.turns.filter(({ key }) => key !== askId), { key: askId, turnId: '', asked: prompt, answered: '', state: 'running', lookedUp: [] }];
      if (this.typed.trim() === prompt) this.typed = '';
    });
    const body = { ...ASK_DEFAULTS, use_stream_chat: this.status?.streams === true, askId, ...content };
    const end = await this.asking.run(content, (options) => this.client.ask({ body }, { ...options, quiet: true, timeoutMs: ANSWER_TIMEOUT_MS }));
    if (end.kind === 'done') this.answered(askId, end.answer.data);
    else this.failed(askId, prompt, 'error' in end ? end.error : null, end.kind === 'unknown');
  }

  private answered(askId: string, { response, conversationId, turnId, state, lookedUp, tokensLeft }: AskReply): void {
    this.unknownAsk = null;
    runInAction(() => {
      this.running = null;
      this.change(askId, (turn) => ({ ...turn, turnId, answered: response, state, lookedUp }));
      if (this.status) this.status = { ...this.status, tokensLeft };
      this.conversationId = conversationId;
      // A new question may have been typed meanwhile: that one is kept.
      if (this.typed === '') this.ctx.drafts.clear(TYPED);
    });
    this.ctx.drafts.save(CONVERSATION, conversationId);
  }

  /** The waiting ends; the text comes back to where it was typed, or stays as a question that can be sent again. */
  private failed(askId: string, prompt: string, error: unknown, unknown: boolean): void {
    if (!unknown) this.unknownAsk = null;
    runInAction(() => {
      this.running = null;
      const key = error instanceof ApiError ? error.error : '';
      if (TOLD.has(key) && error instanceof ApiError) this.notice = error.message;
      if (key === 'assistant.no-conversation') this.forgetConversation();
      if (key === 'assistant.not-agreed' && this.status) this.status = { ...this.status, agreed: false };
      if (this.typed === '') {
        this.turns = this.turns.filter((turn) => turn.key !== askId);
        this.type(prompt);
      } else this.change(askId, (turn) => ({ ...turn, answered: '', state: 'failed' }));
    });
    if (error instanceof ApiError && error.error === 'assistant.not-agreed') void this.readStatus();
  }

  /** Hangs up on the model; the call of the question then ends with what had come. */
  async stop(): Promise<void> {
    if (this.running === null) return;
    await this.client.stop({ params: { id: this.running } }, { quiet: true }).catch(() => undefined);
  }

  private partCame(askId: string, order: number, text: string): void {
    if (askId !== this.running) return;
    this.parts.add(order, text);
    const answered = this.parts.text;
    runInAction(() => this.change(askId, (turn) => (answered.length > turn.answered.length ? { ...turn, answered } : turn)));
  }

  private change(key: string, change: (turn: ShownTurn) => ShownTurn): void {
    this.turns = this.turns.map((turn) => (turn.key === key && (turn.state === 'running' || turn.state === 'failed') ? change(turn) : turn));
  }

  /** Shows what would be sent for what is typed. @param agree asks the person, and sends afterwards */
  async showWhatIsSent(agree: boolean): Promise<void> {
    const body = { prompt: this.typed, ...(this.conversationId !== '' && { conversationId: this.conversationId }) };
    try {
      const { data } = await this.client.preview({ body }, { quiet: true });
      runInAction(() => {
        this.sent = { view: data, agree };
      });
    } catch (error) {
      runInAction(() => {
        this.notice = error instanceof Error ? error.message : null;
      });
    }
  }

  /** Shows what was sent for a question. */
  async showSent(turn: ShownTurn): Promise<void> {
    const { data } = await this.client.sent({ params: { id: turn.turnId } });
    runInAction(() => {
      this.sent = { view: data, agree: false };
    });
  }

  closeSent(): void {
    this.sent = null;
  }

  /** The person has seen what is sent: it is noted, and the question goes out. */
  async agree(): Promise<void> {
    const { sent } = this;
    if (!sent?.agree) return;
    const { host, unmasked = false } = sent.view;
    try {
      await this.client.agree({ body: { host, unmasked } }, { quiet: true });
      runInAction(() => {
        this.sent = null;
        if (this.status) this.status = { ...this.status, agreed: true };
      });
      await this.send();
    } catch (error) {
      runInAction(() => {
        this.sent = null;
        this.notice = error instanceof Error ? error.message : null;
      });
      await this.readStatus();
    }
  }

  showHistory(open: boolean): void {
    this.historyOpen = open;
    if (open) void this.history.load();
  }

  startAnew(): void {
    if (this.running !== null) return;
    this.forgetConversation();
    this.historyOpen = false;
    this.notice = null;
  }

  private forgetConversation(): void {
    clearTimeout(this.timer);
    this.conversationId = '';
    this.turns = [];
    this.ctx.drafts.clear(CONVERSATION);
  }

  /** Reads one of the person's own conversations, and goes on with it. */
  async openConversation(id: string): Promise<void> {
    clearTimeout(this.timer);
    try {
      const { data } = await this.client.turns({ params: { id } }, { quiet: true });
      runInAction(() => {
        this.conversationId = id;
        this.turns = data.list.map(turnShown);
        this.historyOpen = false;
        this.notice = null;
        // Asked from another window, or before this one was opened: its parts may still come.
        this.running = this.turns.find(({ state }) => state === 'running')?.key ?? null;
      });
      this.ctx.drafts.save(CONVERSATION, id);
      if (this.running !== null) this.timer = setTimeout(() => void this.openConversation(id), LOOK_AGAIN_MS);
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'assistant.no-conversation') return;
      runInAction(() => this.forgetConversation());
    }
  }

  /** Deletes a conversation, after asking; the one that is open closes. */
  async remove(id: string): Promise<void> {
    if (!(await this.history.remove(id))) return;
    if (id === this.conversationId) runInAction(() => this.forgetConversation());
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const end of this.leave) end();
    this.leave = [];
    this.asking.dispose();
    this.history.dispose();
  }
}
