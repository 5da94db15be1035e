import { type DataRights, defineService, type OrgId, type UnitPrice } from '@nephra/plugin-sdk/contract';

/** Where an entry or a price of it stands. */
export interface UseCount {
  /** How many there are, whoever may see them. */
  readonly count: number;
  /** The first number of one that the caller may see; null when there is none. */
  readonly first: string | null;
}

/**
 * Asked of whoever writes the entries down: units of an entry must not change, and no price be taken back, below what was written with them.
 * The catalogue knows no prescription; it refuses such changes while nobody answers.
 */
export interface CatalogueUse {
  /** Prescriptions that still count in the units of an entry: not settled, or with goods that are not handed out. */
  stillCounted(of: { orgId: OrgId; drugId: string; rightsOn: (menu: string) => DataRights }): Promise<UseCount>;
  /** Prescriptions that were written at a price of an entry, at that moment or since. @param of.price of one stock unit */
  writtenAt(of: { orgId: OrgId; drugId: string; price: UnitPrice; since: Date; rightsOn: (menu: string) => DataRights }): Promise<UseCount>;
  /** Whether an entry stands on any prescription. */
  isWritten(orgId: OrgId, drugId: string): Promise<boolean>;
  /** How many packages of people and departments hold each entry; an entry that none holds is absent. */
  peoplesPackages(orgId: OrgId, drugIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
export const catalogueUse = defineService<CatalogueUse>('catalogue.use@1');
