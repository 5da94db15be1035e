import { defineService, type Page, type PageRequest } from '../../contract/index.ts';
import type { SessionUser } from '../context.ts';

/** `login`: signing in and out, locking and unlocking. `operation`: everything else that changes something. */
export type AuditKind = 'login' | 'operation';

/** What is looked for. Without words the whole log is paged; with one, the newest entries within the times are searched. */
export interface AuditQuestion extends PageRequest {
  readonly kind: AuditKind;
  /** Milliseconds, both included. */
  readonly startTime?: number;
  readonly endTime?: number;
  /** Words: pieces of the name or account of who acted, of the address, of the act's name; the method of its route. */
  readonly userName?: string;
  readonly ip?: string;
  readonly action?: string;
  /** Acts by their whole names; with `action`, what either finds. */
  readonly actions?: readonly string[];
  readonly method?: string;
}

/** An entry of the audit log without what was before and after. */
export interface AuditLine {
  /** Number of the entry. */
  readonly seq: string;
  readonly at: Date;
  readonly userId: string;
  readonly userName: string;
  readonly ip: string;
  readonly platform: string;
  /** `charge.create` */
  readonly action: string;
  /** Of its route; empty where there is no such route now. */
  readonly method: string;
  /** Template of its route, likewise. */
  readonly path: string;
  readonly milliseconds: number;
  readonly class: string;
  /** `ok`, `refused`, `failed` */
  readonly outcome: string;
  /** Key of the refusal; empty when done. */
  readonly error: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly note: string;
}

/** Route of an act. `permissions`: codes of which its caller needs one, `permission.position:btn_add`; none where signing in is enough. */
export interface AuditedRoute {
  readonly method: string;
  readonly permissions: readonly string[];
}

export type Auditor = Pick<SessionUser, 'orgIds' | 'isAdministrator'>;

/** The audit log for pages beside the shell's own. Nothing here changes it: each entry covers the hash of the one before. */
export interface AuditReader {
  /** Newest first. `searchedBackTo`: a search for words stopped at this moment, in milliseconds; null when it looked at everything. */
  page(who: Auditor, question: AuditQuestion): Promise<Page<AuditLine> & { readonly searchedBackTo: number | null }>;
  /** All that are found, newest first; a search for words does not stop. */
  lines(who: Auditor, question: AuditQuestion): AsyncIterable<AuditLine>;
  /** One with what was before and after; undefined when it is not there, or not for this person. */
  one(who: Auditor, seq: string): Promise<(AuditLine & { readonly before?: unknown; readonly after?: unknown }) | undefined>;
  /** Of an act by its name; undefined where there is no such route now. */
  route(action: string): AuditedRoute | undefined;
  /** Names of the acts that can stand in the log now. */
  actions(kind: AuditKind): readonly string[];
}
/** Offered by the shell to plugins with the privilege `operations`. */
export const auditReader = defineService<AuditReader>('core.audit-reader@1');
