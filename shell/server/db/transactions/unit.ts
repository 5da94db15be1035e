import type { QueryResult } from 'pg';
import type { IsolationLevel } from '../database.ts';
import { measured } from '../pool/answer-meter.ts';
import { asRole, type Session, type Statement } from '../pool/session.ts';

/** One running transaction. */
export class Unit {
  readonly isolation: IsolationLevel;
  readonly hooks: (() => void | Promise<void>)[] = [];
  /** Error of a joined part: the whole must not commit any more. */
  doomedBy: { error: unknown } | undefined;
  readonly #begin: string;
  readonly #take: () => Promise<Session>;
  #session: Session | undefined;
  /** BEGIN travels with the first statement; the others wait until it is known to have begun. */
  #begun: Promise<unknown> | undefined;
  /** A statement has been answered inside it. */
  #hasBegun = false;
  /** Statements that wait for `#begun`: later ones do not go before them. */
  #waitForBegin = 0;
  /** Writes whose answer nobody needs before the end: they travel with the next statement, or with the COMMIT. */
  #late: { readonly statement: Statement; readonly role: string | undefined }[] = [];
  /** Role of the database that its statements run as by now; undefined: that of the connection. */
  #role: string | undefined;
  #ended: Error | undefined;
  #underWay = 0;
  #answeredAt = performance.now();
  /** When it got its connection. */
  #takenAt = performance.now();

  /** @param take gets its connection, at the first statement when it has none yet */
  constructor(session: Session | undefined, take: () => Promise<Session>, isolation: IsolationLevel, readOnly: boolean) {
    this.#session = session;
    this.#take = take;
    this.isolation = isolation;
    this.#begin = beginStatement(isolation, readOnly);
  }

  /** Its connection, when it has one. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** The database has been asked for something. */
  get isOpen(): boolean {
    return this.#session !== undefined && this.#begun !== undefined;
  }

  get ended(): Error | undefined {
    return this.#ended;
  }

  end(reason: Error): void {
    this.#ended ??= reason;
  }

  /** Milliseconds since its last statement was answered; 0 while one is under way, and while it keeps nothing from anybody. */
  get idleMs(): number {
    return this.#underWay > 0 || !this.#session ? 0 : performance.now() - this.#answeredAt;
  }

  /** Milliseconds since it got its connection; 0 while it has none. */
  get heldMs(): number {
    return this.#session ? performance.now() - this.#takenAt : 0;
  }

  /** Ends the statement that is under way, where its connection is the only one. */
  endStatement(): void {
    if (this.#underWay > 0) this.#session?.endStatement();
  }

  /** Keeps it from counting as idle while `work` lasts. */
  async busy<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#answeredAt = performance.now();
    }
  }

  /** @param maxAnswerBytes how long its answer may be; undefined: as long as it is */
  async run(statement: Statement, role?: string, maxAnswerBytes?: number): Promise<QueryResult> {
    if (this.#ended) throw this.#ended;
    // As `busy`: each statement comes by here, and a function around it is two promises more.
    this.#underWay += 1;
    try {
      const answer = await this.#send(statement, role, maxAnswerBytes);
      this.#hasBegun = true;
      return answer;
    } finally {
      this.#underWay -= 1;
      this.#answeredAt = performance.now();
    }
  }

  #send(statement: Statement, role: string | undefined, maxAnswerBytes: number | undefined): Promise<QueryResult> {
    if (!this.#begun && role === undefined) {
      const open = (session: Session) => measured(session.client, maxAnswerBytes, () => session.open(this.#begin, statement));
      this.#begun = this.#session ? open(this.#session) : this.#connected().then(open);
      return this.#begun as Promise<QueryResult>;
    }
    if (this.#hasBegun && this.#waitForBegin === 0 && this.#session) return this.#next(this.#session, statement, role, maxAnswerBytes);
    return this.#inTurn((session) => this.#next(session, statement, role, maxAnswerBytes));
  }

  /** Runs `work` with its connection once it has begun; those that wait for that go in the order they came. */
  async #inTurn<T>(work: (session: Session) => T | Promise<T>): Promise<T> {
    let session: Session;
    this.#waitForBegin += 1;
    try {
      session = await this.#open();
    } finally {
      this.#waitForBegin -= 1;
    }
    return await work(session);
  }

  #next(session: Session, statement: Statement, role: string | undefined, maxAnswerBytes: number | undefined): Promise<QueryResult> {
    this.#flush(session, role);
    return measured(session.client, maxAnswerBytes, () => session.run(statement));
  }

  /** Keeps its connection for `work` alone. */
  async exclusive<T>(role: string | undefined, work: (session: Session) => Promise<T>): Promise<T> {
    return await this.busy(() =>
      this.#inTurn((session) => {
        this.#flush(session, role);
        return session.exclusive(() => work(session));
      }),
    );
  }

  async script(sql: string): Promise<void> {
    await this.busy(async () => await (await this.ready()).script(sql));
  }

  /** Sends `statement` with the next one or with the COMMIT; its failure fails the whole. */
  async later(statement: Statement, role?: string): Promise<void> {
    if (this.#ended) throw this.#ended;
    if (this.#begun) this.#late.push({ statement, role });
    else await this.run(statement, role);
  }

  /** Its connection, inside the transaction, with all earlier writes on their way. */
  ready(): Promise<Session> {
    return this.#inTurn((session) => {
      this.#flush(session, undefined);
      return session;
    });
  }

  async #open(): Promise<Session> {
    if (this.#ended) throw this.#ended;
    this.#begun ??= this.#session ? this.#session.script(this.#begin) : this.#connected().then((session) => session.script(this.#begin));
    await this.#begun;
    if (this.#ended) throw this.#ended;
    return this.#session as Session; // it has begun there
  }

  async #connected(): Promise<Session> {
    try {
      const session = await this.#take();
      if (this.#ended) {
        session.release();
        throw this.#ended;
      }
      this.#session = session;
      this.#takenAt = performance.now();
      return session;
    } catch (error) {
      // Whoever swallows this must not find that the whole was saved without it.
      this.doomedBy ??= { error };
      throw error;
    }
  }

  /** Sends earlier writes, and who writes next: what follows must be sent in the same turn. */
  #flush(session: Session, role: string | undefined): void {
    for (const statement of [...this.takeLate(), ...this.#as(role)]) {
      session.run(statement).catch((error: unknown) => {
        this.doomedBy ??= { error };
      });
    }
  }

  /** Writes that were not sent yet, each as who wrote it. */
  takeLate(): readonly Statement[] {
    const late = this.#late;
    if (late.length > 0) this.#late = [];
    return late.flatMap(({ statement, role }) => [...this.#as(role), statement]);
  }

  /** A role is taken anew for each statement: what one of them did to it does not help the next. */
  #as(role: string | undefined): readonly Statement[] {
    if (role === undefined && this.#role === undefined) return [];
    this.#role = role;
    return [asRole(role)];
  }
}

const beginStatement = (isolation: IsolationLevel, readOnly: boolean): string =>
  `begin${isolation === 'read committed' ? '' : ` isolation level ${isolation}`}${readOnly ? ' read only' : ''}`;
