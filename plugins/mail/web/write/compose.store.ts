import { DEFAULT_UPLOAD_MB, EnvelopeCode, type UploadedFile } from '@nephra/plugin-sdk/contract';
import { Act, ApiError, type Client, randomName, type UploadOptions, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { LetterBody, LetterView, MailAddressView, mailContract, MailFileView } from '../../contract/mail.contract.ts';
import { FILE_LIMIT_MB, MAX_TEXT } from '../../contract/limits.ts';
import { type Address, addressText, readAddress, splitAddresses } from '../../domain/address.ts';

export type ReceiverField = 'to' | 'cc' | 'bcc';
/** After so long without a key the letter is kept. */
const QUIET_MS = 2_000;
/** Longer than the server waits for a server that sends. */
const SEND_TIMEOUT_MS = 150_000;
const LIMIT = Math.min(DEFAULT_UPLOAD_MB, FILE_LIMIT_MB);

/** What a letter begins with. */
export interface Beginning {
  readonly id?: string;
  readonly to?: readonly Address[];
  readonly cc?: readonly Address[];
  readonly subject?: string;
  readonly bodyText?: string;
  readonly answers?: string;
  readonly answerKind?: LetterBody['answerKind'];
  /** Attachments of the letter that is handed on. */
  readonly forwards?: readonly MailFileView[];
  /** Draft of the mailbox that it goes on with. */
  readonly draftOf?: string;
}

/** A letter while it is written: kept at the server by itself, sent once. */
export class ComposeStore {
  readonly id: string;
  receivers: Readonly<Record<ReceiverField, string>>;
  subject: string;
  bodyText: string;
  files: readonly UploadedFile[] = [];
  forwards: readonly MailFileView[];
  readonly answers: string;
  readonly answerKind: NonNullable<LetterBody['answerKind']>;
  readonly draftOf: string;
  suggestions: readonly MailAddressView[] = [];
  suggestFor: ReceiverField | null = null;
  complaint: { readonly field: ReceiverField; readonly text: string } | null = null;
  hold: string | undefined;
  savedAt: number | null = null;
  saveProblem: unknown = null;
  trouble = '';
  dirty = false;
  readonly sending: Act;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> = Promise.resolve();
  private asking = new AbortController();
  private over = false;

  constructor(
    readonly ctx: WebContext,
    private readonly client: Client<typeof mailContract.routes>,
    { id, to = [], cc = [], subject = '', bodyText = '', answers = '', answerKind = '', forwards = [], draftOf = '' }: Beginning,
  ) {
    // act: the id of the letter from its first line on; whatever is sent of it goes under it
    this.id = id ?? `letter-${randomName()}`;
    this.receivers = { to: to.map(addressText).join(', '), cc: cc.map(addressText).join(', '), bcc: '' };
    this.subject = subject;
    this.bodyText = bodyText.slice(0, MAX_TEXT);
    this.answers = answers;
    this.answerKind = answerKind;
    this.forwards = forwards;
    this.draftOf = draftOf;
    this.sending = new Act(ctx, 'send', { changed: 'send', toasts: false });
    makeObservable(this, {
      ...{ receivers: observableRef, subject: observable, bodyText: observable, files: observableRef, forwards: observableRef, suggestions: observableRef },
      ...{ suggestFor: observable, complaint: observableRef, hold: observable, savedAt: observable, saveProblem: observableRef, trouble: observable },
      ...{ dirty: observable, set: action, setReceivers: action, setFiles: action, setForwards: action, setHold: action },
    });
  }

  /** A letter that was kept, to go on with. */
  static of(ctx: WebContext, client: Client<typeof mailContract.routes>, letter: LetterView, forwards: readonly MailFileView[]): ComposeStore {
    const { id, subject, bodyText, answers, answerKind, draftOf } = letter;
    const store = new ComposeStore(ctx, client, { id, subject, bodyText, answers, answerKind, forwards, draftOf });
    const line = (list: readonly string[] | undefined): string => (list ?? []).join(', ');
    store.receivers = { to: line(letter.to), cc: line(letter.cc), bcc: line(letter.bcc) };
    store.files = letter.files ?? [];
    store.trouble = letter.trouble;
    store.savedAt = letter.lastModifyTime;
    return store;
  }

  get body(): LetterBody {
    const { id, receivers, subject, bodyText, files, answers, answerKind, forwards, draftOf } = this;
    const { to, cc, bcc } = receivers;
    const kept = { to: splitAddresses(to), cc: splitAddresses(cc), bcc: splitAddresses(bcc) };
    return { id, ...kept, subject, bodyText, files: [...files], answers, answerKind, draftOf, forwardParts: forwards.map(({ part }) => part) };
  }

  set(change: Partial<Pick<ComposeStore, 'subject' | 'bodyText'>>): void {
    Object.assign(this, change);
    this.touched();
  }

  setReceivers(field: ReceiverField, text: string): void {
    this.receivers = { ...this.receivers, [field]: text };
    if (this.complaint?.field === field) this.complaint = null;
    this.touched();
    void this.suggest(
      field,
      text
        .split(/[,;，；]/)
        .at(-1)
        ?.trim() ?? '',
    );
  }

  take(field: ReceiverField, address: MailAddressView): void {
    const parts = this.receivers[field]
      .split(/[,;，；]/)
      .slice(0, -1)
      .map((one) => one.trim());
    this.setReceivers(field, `${[...parts, addressText(address)].join(', ')}, `);
  }

  setFiles(files: readonly UploadedFile[]): void {
    this.files = files;
    this.touched();
  }
  setForwards(forwards: readonly MailFileView[]): void {
    this.forwards = forwards;
    this.touched();
  }
  setHold(hold: string | undefined): void {
    this.hold = hold;
  }

  upload = async (file: File, { signal, onProgress }: UploadOptions = {}): Promise<UploadedFile> => {
    if (file.size >= LIMIT * 1_048_576)
      throw new ApiError({ code: EnvelopeCode.TooLarge, error: 'mail.file-large', message: this.ctx.t('errors.mail.file-large', { limit: LIMIT }) });
    const { data } = await this.client.upload({ body: { file } }, { signal, quiet: true, onProgress: (sent, total) => onProgress?.(sent, total ?? file.size) });
    return data;
  };

  /** Keeps the letter as it is now; one call after the other. */
  save = (): Promise<void> => {
    clearTimeout(this.timer);
    this.saving = this.saving.then(() => this.saveNow());
    return this.saving;
  };

  private async saveNow(): Promise<void> {
    if (this.over || !this.dirty) return;
    const { body } = this;
    runInAction(() => {
      this.dirty = false;
    });
    try {
      const { data } = await this.client.saveDraft({ body }, { quiet: true, background: true });
      runInAction(() => {
        this.savedAt = data.lastModifyTime;
        this.saveProblem = null;
      });
    } catch (error) {
      runInAction(() => {
        this.dirty = true;
        this.saveProblem = error;
      });
    }
  }

  /** The first field whose text is no address; said before anything is sent. */
  private flaw(): ComposeStore['complaint'] {
    const { t } = this.ctx;
    for (const field of ['to', 'cc', 'bcc'] as const)
      for (const text of splitAddresses(this.receivers[field]))
        if (!readAddress(text)) return { field, text: t('write.badReceiver', { text: text.slice(0, 80) }) };
    return (['to', 'cc', 'bcc'] as const).every((field) => splitAddresses(this.receivers[field]).length === 0)
      ? { field: 'to', text: t('write.noReceiver') }
      : null;
  }

  /** @returns whether the letter is off the page: sent, or doubtful */
  async send(): Promise<boolean> {
    const { t, confirm, toast } = this.ctx;
    const complaint = this.flaw();
    runInAction(() => {
      this.complaint = complaint;
      this.suggestFor = null;
    });
    if (complaint || this.hold !== undefined) return false;
    if (this.subject.trim() === '' && !(await confirm({ content: t('write.noSubjectAsk') }))) return false;
    clearTimeout(this.timer);
    await this.saving;
    const { body } = this;
    const end = await this.sending.run(
      body,
      (options) => this.client.send({ body }, { ...options, timeoutMs: SEND_TIMEOUT_MS }),
      ({ data, msg }) => {
        this.over = true;
        if (data.state === 'sent' && data.copy === 'stored') toast.success(msg);
        else toast.warning(msg);
      },
    );
    if (end.kind !== 'done') return false;
    runInAction(() => {
      this.dirty = false;
    });
    return true;
  }

  /** Moves the letter into the folder of drafts of the mailbox. @returns whether it lies there */
  async toMailbox(): Promise<boolean> {
    await this.saving;
    this.dirty = true;
    await this.save();
    if (this.saveProblem !== null) return false;
    const { msg } = await this.client.toMailbox({ params: { id: this.id } }, { timeoutMs: SEND_TIMEOUT_MS });
    this.over = true;
    this.ctx.toast.success(msg);
    return true;
  }

  async discard(): Promise<void> {
    this.over = true;
    clearTimeout(this.timer);
    await this.saving;
    await this.client.removeLetter({ params: { id: this.id } });
  }

  private touched(): void {
    this.dirty = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), QUIET_MS);
  }

  private async suggest(field: ReceiverField, keyword: string): Promise<void> {
    this.asking.abort();
    const abort = new AbortController();
    this.asking = abort;
    if (keyword === '') {
      runInAction(() => {
        this.suggestions = [];
        this.suggestFor = null;
      });
      return;
    }
    try {
      const { data } = await this.client.contacts({ query: { keyword: keyword.slice(0, 100) } }, { signal: abort.signal, quiet: true, background: true });
      if (abort.signal.aborted) return;
      runInAction(() => {
        this.suggestions = data.list.slice(0, 8);
        this.suggestFor = field;
      });
    } catch {
      // Without suggestions one goes on typing.
    }
  }

  dispose(): void {
    this.asking.abort();
    clearTimeout(this.timer);
    if (this.dirty && !this.over) void this.save();
  }
}
