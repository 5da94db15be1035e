import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type LetterRow, mailContract, type MailConfig, type MailFolderView, type MailRow, type MailView } from '../contract/mail.contract.ts';

export interface MailFilter {
  readonly keyword: string;
  readonly unread: number;
  readonly starred: number;
}

/** Which of the panes a phone shows. */
export type Pane = 'folders' | 'list' | 'letter';
/** Of the drafts, which lie in this product and in no mailbox. */
export const OWN_LETTERS = '';
const INBOX = 'INBOX';
const PAGE = 20;
/** A server that is far away, and a large letter. */
const TIMEOUT_MS = 60_000;

/** Folders, letters of one of them, and the one that is read. */
export class MailStore {
  config: MailConfig | null = null;
  problem: unknown = null;
  folders: readonly MailFolderView[] = [];
  folderProblem: unknown = null;
  folder = INBOX;
  pane: Pane = 'list';
  letter: MailView | null = null;
  letterId: string | null = null;
  letterProblem: unknown = null;
  readonly list: ListStore<MailRow, MailFilter>;
  readonly letters: ListStore<LetterRow>;
  readonly client: Client<typeof mailContract.routes>;
  readonly acts: ActGroup;
  private reading = new AbortController();

  constructor(readonly ctx: WebContext) {
    this.client = createClient(mailContract, ctx.http);
    this.acts = new ActGroup(ctx, 'mail');
    this.list = new ListStore<MailRow, MailFilter>({
      rowKey: 'id',
      pageSize: PAGE,
      load: ({ sort: _sort, sidx: _sidx, ...query }, signal) =>
        this.client.list({ query: { ...query, folder: this.folder } }, { signal, quiet: true, timeoutMs: TIMEOUT_MS }),
    });
    this.letters = new ListStore<LetterRow>({
      rowKey: 'id',
      pageSize: 100,
      load: ({ currentPage, pageSize }, signal) => this.client.letters({ query: { currentPage, pageSize } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      ...{ config: observableRef, problem: observableRef, folders: observableRef, folderProblem: observableRef, folder: observable, pane: observable },
      ...{ letter: observableRef, letterId: observable, letterProblem: observableRef, show: action, choose: action, close: action },
    });
  }

  async begin(): Promise<void> {
    try {
      const { data } = await this.client.config({}, { quiet: true });
      runInAction(() => {
        this.config = data;
        this.problem = null;
      });
      if (data.state === 'ready') await Promise.all([this.receive(), this.reloadList()]);
    } catch (error) {
      runInAction(() => {
        this.problem = error;
      });
    }
  }

  async receive(): Promise<void> {
    try {
      const { data } = await this.client.receive({}, { quiet: true, timeoutMs: TIMEOUT_MS });
      runInAction(() => {
        this.folders = data.list;
        this.folderProblem = null;
      });
    } catch (error) {
      runInAction(() => {
        this.folderProblem = error;
      });
    }
  }

  refresh = async (): Promise<void> => {
    await Promise.all([this.receive(), this.reloadList()]);
  };

  reloadList = async (): Promise<void> => {
    await (this.folder === OWN_LETTERS ? this.letters.reload() : this.list.reload());
  };

  show(pane: Pane): void {
    this.pane = pane;
  }

  choose(folder: string): void {
    this.folder = folder;
    this.pane = 'list';
    this.close();
    if (folder === OWN_LETTERS) void this.letters.reload();
    else {
      this.list.resetSearch();
    }
  }

  close(): void {
    this.reading.abort();
    this.letter = null;
    this.letterId = null;
    this.letterProblem = null;
  }

  /** Reads a letter; what was read last stays until it is there. */
  async open(id: string): Promise<void> {
    this.reading.abort();
    const abort = new AbortController();
    this.reading = abort;
    runInAction(() => {
      this.letterId = id;
      this.letterProblem = null;
      this.pane = 'letter';
      if (this.letter?.id !== id) this.letter = null;
    });
    try {
      const { data } = await this.client.one({ params: { id } }, { signal: abort.signal, quiet: true, timeoutMs: TIMEOUT_MS });
      if (abort.signal.aborted) return;
      runInAction(() => {
        this.letter = data;
      });
      if (data.isRead === 0) await this.mark(id, 'read', true);
    } catch (error) {
      if (abort.signal.aborted) return;
      runInAction(() => {
        this.letterProblem = error;
      });
    }
  }

  /** Marks are small: the page shows them at once, and again what the server has when that says no. */
  async mark(id: string, mark: 'read' | 'star', on: boolean): Promise<void> {
    const call = mark === 'read' ? (on ? 'read' : 'unread') : on ? 'star' : 'unstar';
    await this.acts.run(`${mark}/${id}`, [call, id], (options) => this.client[call]({ params: { id } }, options));
    const value = on ? 1 : 0;
    const change = mark === 'read' ? { isRead: value } : { starred: value };
    const before = this.list.rows.find((row) => row.id === id);
    runInAction(() => {
      this.list.rows = this.list.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
      if (this.letter?.id === id) this.letter = { ...this.letter, ...change };
      if (mark === 'read' && before && before.isRead !== value)
        this.folders = this.folders.map((one) => (one.path === this.folder ? { ...one, unseen: Math.max(0, one.unseen + (on ? -1 : 1)) } : one));
    });
  }

  async move(id: string, folder: string): Promise<void> {
    await this.acts.run(`move/${id}`, [id, folder], (options) => this.client.move({ params: { id }, body: { folder } }, options));
    this.ctx.toast.success(this.ctx.t('reading.moved'));
    await this.left(id);
  }

  remove = async (id: string): Promise<void> => {
    const { t, confirm, toast } = this.ctx;
    const here = this.folders.find(({ path }) => path === this.folder);
    const hasTrash = this.folders.some(({ use }) => use === 'trash');
    const forever = here?.use === 'trash' || !hasTrash;
    if (forever && !(await confirm({ content: t('reading.removeForever'), danger: true }))) return;
    await this.acts.run(`remove/${id}`, [id, forever], (options) => this.client.remove({ params: { id }, query: { forever: forever ? 1 : 0 } }, options));
    toast.success(t(forever ? 'reading.removedForever' : 'reading.removed'));
    await this.left(id);
  };

  private async left(id: string): Promise<void> {
    runInAction(() => {
      if (this.letterId === id) this.close();
      this.pane = 'list';
    });
    await this.refresh();
  }

  dispose(): void {
    this.reading.abort();
    this.list.dispose();
    this.letters.dispose();
  }
}
