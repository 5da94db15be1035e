import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';

/** Offered by charging to whoever connects facilities with an insurer, inside the caller's transaction. */
export interface InsuredFacilities {
  /** Under which code and name the insurer knows the facility: papers show them, and `sheetTitles` of regions go by the code. */
  learn(facility: { readonly orgId: OrgId; readonly fixmedinsCode: string; readonly fixmedinsName: string }): Promise<void>;
}
export const insuredFacilities = defineService<InsuredFacilities>('charging.insured-facilities@1');
