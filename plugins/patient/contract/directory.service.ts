import { type DataRights, defineService, type Language, type OrgId, type Page } from '@nephra/plugin-sdk/contract';
import type { PatientType } from './file-parts.schema.ts';
import type { PatientFile, PatientRow } from './patient.schema.ts';

export interface PatientSearch {
  /** Facilities whose patients may be seen; never empty. */
  readonly orgIds: readonly OrgId[];
  /** Name, pinyin initials, outpatient number, dialysis number. */
  readonly keyword?: string;
  readonly patientType?: PatientType;
  readonly classId?: string;
  /** `YYYY-MM-DD`: only patients with a session planned on that day … */
  readonly scheduledOn?: string;
  /** … or who are among these (with `scheduledOn`); without `scheduledOn`: only these. */
  readonly patientIds?: readonly string[];
  readonly insuredOnly?: boolean;
  /** Data rights of the person who looks (`dataRights(ctx, 'his.patient')`); hand them in wherever patients are chosen. */
  readonly rights?: DataRights;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** A dialysis shift of a facility. Times are `HH:mm`; an end before its start is on the next day. */
export interface DirectoryShift {
  readonly shiftId: string;
  readonly orgId: OrgId;
  /** As it is called in the language that was asked for. */
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly sortCode: number;
}

/** The files that somebody's rights reach, disabled ones and those merged into them too. */
export interface PatientRowFilter {
  /** All of them when they are at most `most`; otherwise undefined. */
  few(most: number): Promise<readonly string[] | undefined>;
  /** Those of these ids that are visible; any number of them. */
  among(patientIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** What other plugins may ask about patients. Rows carry masked identity numbers. Another facility's patient is absent, not refused. */
export interface PatientDirectory {
  /**
   * With `rights`, a file that they do not reach is absent, unless it was merged into one that they reach (as in `seenIds`); for an id that a
   * person names. Without, for the patient of a record that the person may see anyway: a check of allergies must not depend on who looks.
   */
  get(patientId: string, orgIds: readonly OrgId[], rights?: DataRights): Promise<PatientFile | undefined>;
  /** Rows in the order of `patientIds`; unknown ones are left out. */
  list(patientIds: readonly string[], orgIds: readonly OrgId[]): Promise<PatientRow[]>;
  /** Kind and dialysis number of each file and the one that it was merged into, by its id; for those who must know of a thousand files which few they want whole. */
  kinds(
    patientIds: readonly string[],
    orgIds: readonly OrgId[],
  ): Promise<ReadonlyMap<string, Pick<PatientRow, 'patientType' | 'mergedInto'> & { readonly dialysisNo: string }>>;
  /** What a list calls each of some thousand patients, by id; unknown ones are left out. */
  names(patientIds: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, Pick<PatientRow, 'patientName' | 'outpatientCode'>>>;
  search(filter: PatientSearch): Promise<Page<PatientRow>>;
  /** Whether a file still stands: asked with every charge. Nothing for an unknown one. */
  standing(patientId: string, orgIds: readonly OrgId[]): Promise<Pick<PatientFile, 'enableMark' | 'mergedInto'> | undefined>;
  /**
   * Every id under which this person's records may lie: the patient's own first, then those of files merged into it. For an id that
   * was merged away: those of the file that is left. Empty when unknown. Whoever lists by patient filters by all of them.
   */
  idsOfPerson(patientId: string, orgIds: readonly OrgId[]): Promise<string[]>;
  /**
   * Ids of every file that the rights reach, disabled ones and those merged into them too; undefined where the rights hide none. A list of
   * records by patient goes by these before it counts and pages, so that its total tells nothing of somebody hidden.
   */
  seenIds(orgIds: readonly OrgId[], rights: DataRights): Promise<readonly string[] | undefined>;
  /** The same without loading every id; undefined where the rights hide none. For lists that ask about the records they are about to show. */
  rowFilter(orgIds: readonly OrgId[], rights: DataRights): PatientRowFilter | undefined;
  /** Files that were merged into these, and into which of them. */
  mergedInto(patientIds: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of at most `most` visible files that the keyword finds, merged and disabled ones left out; empty for an empty keyword. */
  idsFound(keyword: string, orgIds: readonly OrgId[], rights: DataRights, most: number): Promise<readonly string[]>;
  /** Codes of the facility's beds; undefined while nobody has listed them, so that nothing can be said of one. */
  beds(orgId: OrgId): readonly string[] | undefined;
  /** Dialysis shifts in the order of a day, by facility. @param language of their usual names; default: as they were given */
  shifts(orgIds: readonly OrgId[], language?: Language): Promise<readonly DirectoryShift[]>;
  /** Identity in full, for insurance calls and prints; the caller writes the audit note. */
  identity(patientId: string, orgIds: readonly OrgId[]): Promise<{ patientIdcard: string; phone: string } | undefined>;
}
export const patientDirectory = defineService<PatientDirectory>('patient.directory@1');

/** Offered by whoever keeps bills, so that `bill/list` names exactly the patients who have some. */
export interface BillingAsked {
  /** Some thousand at most. */
  readonly patientIds: readonly string[];
  readonly orgIds: readonly OrgId[];
  /** Data rights of the person who looks, by menu. */
  readonly rightsOn: (menu: string) => DataRights;
}
export interface PatientBilling {
  /** Numbers of bills of those among these files that have any. For files that are shown: it reads all their bills. */
  billCounts(asked: BillingAsked): Promise<{ patientId: string; billCount: number }[]>;
  /** Which of these files have a bill; one of each is looked up, however many there are. */
  billedAmong(asked: BillingAsked): Promise<readonly string[]>;
}
export const patientBilling = defineService<PatientBilling>('patient.billing@1');

/** What a plugin has on record about persons: a merge of two files shows it, and may be taken back only while nothing new was written. */
export interface PatientRecords {
  /**
   * @param rightsOn data rights of the person who looks, by menu: what they do not reach is not counted
   * @returns `lastWrittenAt`: milliseconds of the newest write of any kind, whoever may see it; null when there is none
   */
  summary(patientIds: readonly string[], rightsOn: (menu: string) => DataRights): Promise<{ count: number; lastWrittenAt: number | null }>;
}
export const prescriptionRecords = defineService<PatientRecords>('patient.prescription-records@1');
export const billingRecords = defineService<PatientRecords>('patient.billing-records@1');
