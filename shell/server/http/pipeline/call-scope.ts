import type { Language } from '@nephra/plugin-sdk/contract';
import type { Log } from '@nephra/plugin-sdk/server';
import type { OpenSession } from '../../auth/session/session-store.ts';
import type { CallLanguage, SpokenLanguage } from '../../i18n/texts.ts';
import type { Rights } from '../../identity/rights/rights.ts';
import type { Caller } from './access.ts';

/** What a handler adds to the audit entry of its call. */
export interface AuditFacts {
  subject?: string;
  subjectId?: string;
  patientId?: string;
  before?: unknown;
  after?: unknown;
  note?: string;
  /** Who acted, where the call itself brought nobody: who signs in is known only afterwards. */
  actor?: Pick<OpenSession, 'userId' | 'userName' | 'account' | 'orgId'>;
}

export interface CallFacts {
  readonly requestId: string;
  readonly method: string;
  /** Path as called, without query. */
  readonly path: string;
  readonly ip: string;
  readonly userAgent: string;
  /** `Authorization` header, empty when absent. */
  readonly authorization: string;
  /** Called from this computer, and nothing says that a proxy passed it on. */
  readonly fromThisComputer: boolean;
  /** `Origin` header, empty when absent. */
  readonly origin: string;
  /** Scheme and host the caller used. */
  readonly ownOrigin: string;
  readonly idempotencyKey: string;
  /** The caller asks for bytes of files; others get an address to fetch them from. */
  readonly takesBytes: boolean;
  /** The caller can do with an answer that comes later (`Prefer: respond-async`): an export may go on in the background. */
  readonly takesLater: boolean;
  /** The caller went away before the answer. */
  readonly gone: AbortSignal;
  readonly log: Log;
}

/** One call while it is being answered. */
export class CallScope {
  readonly facts: CallFacts;
  language: Language;
  /** Language of the site that is spoken over `language`; empty: none. */
  tag: string;
  caller: Caller = { kind: 'nobody' };
  session: OpenSession | undefined;
  rights: Rights | undefined;
  /** Parameters of the address, unchecked: for the record of a refusal. */
  params: Readonly<Record<string, string>> = {};
  /** Set by handlers; cleared when the transaction is tried again. */
  audit: AuditFacts = {};
  message: { key: string; params?: Record<string, string | number> } | undefined;
  /** Run after a refusal has rolled the transaction back, each in a transaction of its own. */
  readonly afterRefusal: (() => Promise<void>)[] = [];

  /** `performance.now()` when the call arrived. */
  readonly arrivedAt = performance.now();
  readonly #languageChosen: boolean;

  constructor(facts: CallFacts, { language, tag, chosen }: CallLanguage) {
    this.facts = facts;
    this.language = language;
    this.tag = tag;
    this.#languageChosen = chosen;
  }

  /** The language that the account has saved; the language of the caller's screen goes before it. */
  preferLanguage({ language, tag }: SpokenLanguage): void {
    if (this.#languageChosen) return;
    this.language = language;
    this.tag = tag;
  }

  /** One of many acts of this call: its own audit facts and message, everything else is the call's. */
  part(): CallScope {
    const part = Object.create(this) as CallScope;
    part.restart();
    return part;
  }

  /** Forgets what an attempt that is being repeated has noted. */
  restart(): void {
    this.audit = {};
    this.message = undefined;
  }
}
