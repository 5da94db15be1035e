import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ReadyConnection } from './connection-reader.ts';

/** On whose behalf and about what; all of it goes into the journal. */
export interface ExchangeSubject {
  readonly orgId: OrgId;
  /** `job` = the resolver: signs in under the facility's own operator number. */
  readonly operator: { readonly userId: string; readonly userName: string };
  readonly patientId?: string;
  readonly patientName?: string;
  readonly dpId?: string;
  readonly visitId?: string;
  readonly settlementId?: string;
  /** Area where the person is insured. */
  readonly insuplcAdmdvs?: string;
}

/**
 * The three outcomes. `success`: infcode 0. `refused`: surely nothing happened. `unknown`: nobody can say; for transactions that only
 * read it means "no answer". `exchangeId` is the journal's row, `msgid` what a reversal names.
 */
export type Outcome =
  | { readonly kind: 'success'; readonly exchangeId: string; readonly msgid: string; readonly output: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly exchangeId: string; readonly msgid: string; readonly code: string; readonly reason: string }
  | { readonly kind: 'unknown'; readonly exchangeId: string; readonly msgid: string; readonly reason: string };

export interface CallOptions {
  /** Repeats this journal row: same message number, same body. */
  readonly again?: string;
  /** Called in the transaction that journals the message before it leaves: state and journal change together. */
  readonly onJournalled?: (message: { readonly exchangeId: string; readonly msgid: string }) => Promise<void>;
  readonly signal?: AbortSignal;
}

export interface NationalClient {
  /**
   * One transaction with the platform: sign-in where needed, journal, send, read, journal. Never inside a database transaction.
   * @throws AppError `insurance.not-connected`, `insurance.region-off`, `insurance.line-down` (503, breaker open): nothing was sent.
   */
  call(infno: string, input: Readonly<Record<string, unknown>>, subject: ExchangeSubject, options?: CallOptions): Promise<Outcome>;
  /** 9101. */
  upload(file: { readonly name: string; readonly content: Uint8Array }, subject: ExchangeSubject): Promise<Outcome>;
  /** 9102; 13xx files are asked with `facility: 'plc'`. */
  download(
    file: { readonly fileQueryNo: string; readonly fileName: string; readonly facility: 'own' | 'plc' },
    subject: ExchangeSubject,
  ): Promise<{ readonly kind: 'file'; readonly content: Buffer; readonly exchangeId: string } | Exclude<Outcome, { readonly kind: 'success' }>>;
  /** What a stored row's answer says when it is read again, for a process that died between answer and booking; undefined while `sending`. */
  outcomeOf(exchangeId: string): Promise<Outcome | undefined>;
  /** @throws AppError `insurance.not-connected`, `insurance.region-off` */
  connectionOf(orgId: OrgId): Promise<ReadyConnection>;
}
