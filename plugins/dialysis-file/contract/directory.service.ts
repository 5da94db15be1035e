import { defineEvent, defineService, type OrgId } from '@nephra/plugin-sdk/contract';
import type { DialysisLimits } from './dialysis-limits.ts';
import type { DialysisMode } from './modes.ts';
import type { ConsentLack } from './consent/consents.ts';
import type { DialysisPattern } from './pattern.ts';
import type { Zone } from './zones.ts';

/** What planning asks of a patient. Days are `YYYY-MM-DD`. */
export interface PlanningFacts {
  readonly patientId: string;
  /** Has a dialysis file and no outcome (transferred, transplanted, dead …). */
  readonly active: boolean;
  readonly outcomeOn: string | null;
  readonly zone: Zone;
  /** Infections that put the patient there, for instance `HBV`, `HCV`; for staff only, never on public screens. */
  readonly zoneReasons: readonly string[];
  /** Of the markers that are due first. */
  readonly serology: 'ok' | 'soon' | 'overdue' | 'missing';
  readonly serologyDueOn: string | null;
  /** Mode of the prescription in force; null without one. */
  readonly mode: DialysisMode | null;
  /** Consent to the mode is signed and not withdrawn. */
  readonly consented: boolean;
  /** Consents that are needed (to dialysis, to the catheter in use) and do not hold, and why. */
  readonly consentsLacking: readonly ConsentLack[];
  readonly transient: boolean;
  /** kg, one decimal; `reviewOn`: when it is looked at again. */
  readonly dryWeight: { readonly kg: number; readonly from: string; readonly reviewOn: string; readonly overdue: boolean } | null;
}

/** The prescription in force; a session keeps a copy of it. */
export interface PrescriptionFacts {
  readonly prescriptionId: string;
  readonly versionNo: number;
  readonly mode: DialysisMode;
  /** Minutes. */
  readonly minutes: number;
  /** ml/min. */
  readonly bloodFlow: number;
  readonly dialysateFlow: number;
  /** mmol/L. */
  readonly sodium: number;
  readonly potassium: number;
  readonly calcium: number;
  readonly bicarbonate: number;
  readonly glucose: number;
  /** °C. */
  readonly temperature: number;
  readonly sodiumProfile: 'fixed' | 'linear-up' | 'linear-down' | 'step' | 'machine';
  /** Catalogue material (`catalogue` entry id) and its name when it was written; null: none. */
  readonly dialyserId: string | null;
  readonly dialyserName: string;
  readonly perfusorId: string | null;
  readonly perfusorName: string;
  /** L, and where: null without substitution. */
  readonly substitution: { readonly volume: number; readonly site: 'pre' | 'post' | 'mixed' } | null;
  /** ml; null: by weight. 0 is a target like any other. */
  readonly ufTarget: number | null;
  /** Isolated ultrafiltration first: minutes and ml. */
  readonly isolatedFirst: { readonly minutes: number; readonly volume: number } | null;
  readonly anticoagulant: {
    readonly agent: 'heparin' | 'lmwh' | 'dalteparin' | 'argatroban' | 'citrate' | 'nafamostat' | 'none';
    /** Free text with units as the doctor wrote it, for the sheet; doses as numbers with their unit. */
    readonly firstDose: number | null;
    readonly perHour: number | null;
    readonly unit: string;
    readonly stopMinutesBeforeEnd: number | null;
    readonly note: string;
  };
  readonly remark: string;
  readonly signedById: string;
  readonly signedByName: string;
  /** Milliseconds. */
  readonly signedAt: number;
}

export interface AccessFacts {
  readonly accessId: string;
  readonly kind: 'AVF' | 'AVG' | 'TCC' | 'NCC';
  readonly side: 'left' | 'right';
  readonly site: string;
  readonly state: 'ripening' | 'in-use' | 'failed' | 'removed';
  readonly needleGauge: number | null;
  readonly punctureMethod: 'rope-ladder' | 'buttonhole' | 'area' | null;
  /** ml of lock solution of the arterial and venous lumen of a catheter. */
  readonly lockVolume: { readonly arterial: number; readonly venous: number } | null;
}

/** What a treatment begins with. */
export interface BedsideFacts extends PlanningFacts {
  readonly prescription: PrescriptionFacts | null;
  /** In use; null: none is. */
  readonly access: AccessFacts | null;
  readonly dialyserAllergies: readonly string[];
}

/** What other plugins ask about patients who are on dialysis. A patient of another facility is absent, not refused. */
export interface DialysisDirectory {
  /** Patterns in force on any day of the span. */
  patterns(asked: {
    readonly orgIds: readonly OrgId[];
    readonly from: string;
    readonly to: string;
    readonly patientIds?: readonly string[];
  }): Promise<readonly DialysisPattern[]>;
  /** By patient; one statement for all. Those without a dialysis file are absent. */
  planning(patientIds: readonly string[], orgIds: readonly OrgId[], day: string): Promise<ReadonlyMap<string, PlanningFacts>>;
  /** The day on which each of these left for good, by patient; those who did not, and those without a dialysis file, are absent. */
  outcomes(patientIds: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, string>>;
  bedside(patientId: string, orgIds: readonly OrgId[], day: string): Promise<BedsideFacts | undefined>;
  limits(orgId: OrgId): Promise<DialysisLimits>;
  /** Some of them: each is one look into the database, and there are dozens. */
  someLimits<N extends keyof DialysisLimits>(orgId: OrgId, names: readonly N[]): Promise<Pick<DialysisLimits, N>>;
}
export const dialysisDirectory = defineService<DialysisDirectory>('dialysis-file.directory@1');

/** A treatment that was held, for time lines and weights. */
export interface HeldTreatment {
  readonly sessionId: string;
  readonly patientId: string;
  readonly date: string;
  readonly mode: DialysisMode;
  readonly minutes: number | null;
  /** kg. */
  readonly preWeight: number | null;
  readonly postWeight: number | null;
  /** ml. */
  readonly ufVolume: number | null;
  readonly systolicBefore: number | null;
  readonly diastolicBefore: number | null;
  readonly systolicAfter: number | null;
  readonly diastolicAfter: number | null;
  readonly closed: boolean;
}
/** Asked by the dialysis file of whoever keeps treatments. */
export interface DialysisTreatments {
  /** In order of dates. */
  held(patientId: string, orgIds: readonly OrgId[], from: string, to: string): Promise<readonly HeldTreatment[]>;
  /** Last closed treatment before a day, by patient. */
  lastClosed(patientIds: readonly string[], orgIds: readonly OrgId[], before: string): Promise<ReadonlyMap<string, HeldTreatment>>;
}
export const dialysisTreatments = defineService<DialysisTreatments>('dialysis-file.treatments@1');

/** Heard after the commit: patterns, outcome or zone of a patient changed, so that what is planned from `from` on is worked out again. */
export interface PlanningChanged {
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly from: string;
}
export const planningChanged = defineEvent<PlanningChanged>('dialysis-file.planning-changed@1');
