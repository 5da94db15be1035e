import { defineService, type OrgId, type UserId } from '@nephra/plugin-sdk/contract';
import type { CatalogueKind } from '../../../catalogue/contract/index.ts';
import type { PayStatus, RxStatus } from '../states.ts';

/** What was used or done, and is to be charged. */
export interface ProposedLine {
  readonly kind: CatalogueKind;
  /** Entry of the facility's catalogue. */
  readonly drugId: string;
  /** Whole pieces, in the unit in which the entry is sold one by one. */
  readonly quantity: number;
  readonly remark: string;
  /** It came out of stock where it was used: the pharmacy hands nothing out for it, and nothing of it comes back. */
  readonly alreadyOut?: boolean;
}

export interface Proposal {
  /** Name of what it comes from, for good: there is one prescription for each, however often it is proposed. */
  readonly key: string;
  readonly orgId: OrgId;
  readonly patientId: string;
  /** Milliseconds: the day of treatment. */
  readonly dpDate: number;
  /** The doctor whose prescription it is, and who confirms it. */
  readonly doctor: { readonly userId: UserId; readonly userName: string; readonly enCode: string };
  /** Who wrote it down. */
  readonly creator: { readonly userId: UserId; readonly userName: string };
  readonly note: string;
  readonly lines: readonly ProposedLine[];
}

export interface ProposalStored {
  readonly dpId: string;
  readonly dpNumber: string;
  /**
   * `written`: it is there now; `same`: it was, with these lines; `replaced`: unconfirmed as it was, it has these lines; `kept`: it is confirmed, charged or
   * deleted by a person, so it stays as it is; what differs is for people to settle.
   */
  readonly outcome: 'written' | 'same' | 'replaced' | 'kept';
}

/** How it stands, for whoever proposed it. */
export interface ProposalState {
  readonly key: string;
  readonly dpId: string;
  readonly dpNumber: string;
  readonly payStatus: PayStatus;
  readonly rxStatus: RxStatus;
  /** As they were proposed last. */
  readonly lines: readonly ProposedLine[];
}

/** Other plugins propose prescriptions; a doctor confirms them as his own. Works in the caller's transaction. */
export interface PrescriptionProposals {
  /**
   * @throws AppError `prescription.item-unknown` for an entry that the facility does not have, `prescription.month-closed`, `prescription.day-out-of-reach`,
   *   `prescription.patient-not-found`, `prescription.patient-merged`
   */
  propose(proposal: Proposal): Promise<ProposalStored>;
  /** Of those that were proposed under these names. */
  states(keys: readonly string[], orgIds: readonly OrgId[]): Promise<readonly ProposalState[]>;
  /** How far each is paid, by its name; of thousands at once, for whoever looks through a month. */
  payStatuses(keys: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, PayStatus>>;
}
export const prescriptionProposals = defineService<PrescriptionProposals>('prescription.proposals@1');
