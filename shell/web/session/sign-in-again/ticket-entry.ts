import { SESSION_ENDED_CODES } from '@nephra/plugin-sdk/contract';
import { ApiError, type HttpPort } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../../contract/index.ts';
import type { Confirm, ToastPort } from '../../feedback/feedback.port.ts';
import type { SessionStore } from '../session.store.ts';

const ROUTES = sessionContract.routes;

/** A session that a one-time ticket opened. */
export interface TicketSession {
  readonly token: string;
  readonly theme: string;
  readonly userAccount: string;
  readonly userName: string;
}

export interface TicketEntryOptions {
  readonly session: SessionStore;
  readonly http: HttpPort;
  /** Calls in the name of another session, without any effect on the one of this page. */
  readonly httpAs: (token: string) => HttpPort;
  readonly toast: ToastPort;
  readonly confirm: Confirm;
  readonly t: (key: string, params?: Record<string, string | number>) => string;
  /** Asks about unsaved work anywhere; true = go on. */
  readonly mayLeaveAll: () => Promise<boolean>;
  /** Puts a session in place of none. */
  readonly take: (opened: TicketSession) => void;
  /** Leaves the document, so that nothing of the person before stays in memory. */
  readonly startOver: () => void;
}

/**
 * One-time tickets in addresses (`/home?token=`). Where nobody is signed in, a ticket opens a session. Where somebody is, it never costs that
 * session: a ticket that the server refuses is told and forgotten, one of the same person changes nothing, and for one of somebody else the
 * person is asked. A locked screen stays locked.
 */
export class TicketEntry {
  readonly #options: TicketEntryOptions;
  #waiting = '';

  constructor(options: TicketEntryOptions) {
    this.#options = options;
  }

  /**
   * Keeps a ticket until the page is there to ask about it.
   * @returns false when there is no session to keep: none at all, or one that the server no longer knows
   */
  async keepsSession(ticket: string): Promise<boolean> {
    const { session } = this.#options;
    if (session.token === '') return false;
    if (!(await this.#isAlive(session.token))) return false;
    this.#waiting = ticket;
    return true;
  }

  /** Opens a session where there is none. @throws ApiError when the server refused */
  async enter(ticket: string): Promise<void> {
    this.#options.take(await this.#exchange(ticket));
  }

  /** Looks at a ticket that was kept, once a page is drawn that can ask. */
  async look(): Promise<void> {
    const { session, toast, confirm, t, mayLeaveAll, take, startOver } = this.#options;
    const ticket = this.#waiting;
    if (ticket === '' || session.isLock || session.userInfo === null) return;
    this.#waiting = '';
    let opened: TicketSession;
    try {
      opened = await this.#exchange(ticket);
    } catch (error) {
      toast.warning(t('session.ticketRefused', { reason: error instanceof Error ? error.message : '' }));
      return;
    }
    const { userName, userAccount } = session.userInfo;
    const other = opened.userAccount.toLowerCase() !== userAccount.toLowerCase();
    const agreed =
      other &&
      (await confirm({
        title: t('session.ticketTitle'),
        content: t('session.ticketOther', { name: userName, account: userAccount, otherName: opened.userName, otherAccount: opened.userAccount }),
        okText: t('session.ticketSwitch'),
      })) &&
      (await mayLeaveAll());
    if (!agreed) return await this.#end(opened.token);
    await this.#end(session.token);
    take(opened);
    startOver();
  }

  async #exchange(ticket: string): Promise<TicketSession> {
    return (await this.#options.http.call(ROUTES.exchangeTicket, { body: { ticket } }, { quiet: true })).data as TicketSession;
  }

  /** Only the server's word ends a session: without an answer it is kept. */
  async #isAlive(token: string): Promise<boolean> {
    try {
      await this.#options.httpAs(token).call(ROUTES.alive, {}, { quiet: true, background: true });
      return true;
    } catch (error) {
      return !(error instanceof ApiError && SESSION_ENDED_CODES.includes(error.code) && error.error !== 'core.locked');
    }
  }

  async #end(token: string): Promise<void> {
    // What cannot be ended now ends by itself.
    await this.#options
      .httpAs(token)
      .call(ROUTES.logout, {}, { quiet: true })
      .catch(() => {});
  }
}
