import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';
import type { BedsideFacts } from './directory.service.ts';
import type { DialysisMode } from './modes.ts';
import type { AccessEventKind, OutcomeKind, PrescriptionContent, WEIGHT_METHODS } from './parts.schema.ts';

/** A proposed prescription that waits for a doctor. */
export interface ProposedPrescription {
  readonly prescriptionId: string;
  readonly versionNo: number;
  /** Of the row, for signing what was read. */
  readonly version: number;
  readonly content: PrescriptionContent;
  readonly byName: string;
  /** Milliseconds. */
  readonly at: number;
}

export interface AccessEventFacts {
  readonly kind: AccessEventKind;
  /** `YYYY-MM-DD`. */
  readonly on: string;
  readonly note: string;
}

/** What a doctor on the round looks at. */
export interface RoundFacts extends BedsideFacts {
  /** Of the dialysis file, for a change of the dry weight. */
  readonly fileVersion: number;
  readonly draft: ProposedPrescription | null;
  /** Of the last days before the day that was asked for, newest first. */
  readonly accessEvents: readonly AccessEventFacts[];
}

/** What happened in a file, in order of days, for a time line. */
export interface FileHistory {
  readonly dryWeights: readonly { readonly from: string; readonly kg: number; readonly byName: string }[];
  /** Those that were signed; `on` is the day of the signature. */
  readonly prescriptions: readonly { readonly on: string; readonly versionNo: number; readonly mode: DialysisMode; readonly minutes: number }[];
  readonly accesses: readonly {
    readonly kind: 'AVF' | 'AVG' | 'TCC' | 'NCC';
    readonly side: 'left' | 'right';
    readonly site: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
  readonly accessEvents: readonly AccessEventFacts[];
  readonly outcome: { readonly on: string; readonly kind: OutcomeKind } | null;
}

/** A dry weight that a doctor signs elsewhere. */
export interface AssessedWeight {
  readonly patientId: string;
  readonly orgId: OrgId;
  /** kg, one decimal is kept. */
  readonly kg: number;
  /** `YYYY-MM-DD`, not later than today. */
  readonly from: string;
  readonly method: (typeof WEIGHT_METHODS)[number];
  readonly reason: string;
  readonly by: { readonly userId: string; readonly userName: string };
}

/** Asked by the doctor's worklist, which has checked organisation and data rights of whoever looks. Works in the running transaction. */
export interface DialysisRound {
  /** By patient, a handful of statements for all; those without a dialysis file are absent. @param accessDays how far back events of accesses are told */
  facts(patientIds: readonly string[], orgIds: readonly OrgId[], day: string, accessDays: number): Promise<ReadonlyMap<string, RoundFacts>>;
  /** All proposed prescriptions of the facilities, in the order in which they were proposed, with what is in force beside them. */
  drafts(orgIds: readonly OrgId[]): Promise<readonly (ProposedPrescription & { readonly patientId: string; readonly standing: PrescriptionContent | null })[]>;
  history(patientId: string, orgIds: readonly OrgId[]): Promise<FileHistory | undefined>;
  /**
   * Stores it as the dry weight, as the dialysis file itself does; a large step was asked about before.
   * @throws AppError `dialysis-file.not-found`, `dialysis-file.ended`, `dialysis-file.day-future`
   * @returns its id
   */
  assessDryWeight(weight: AssessedWeight): Promise<string>;
}
export const dialysisRound = defineService<DialysisRound>('dialysis-file.round@1');
