import type { OrgId } from '@nephra/plugin-sdk/contract';

interface Person {
  readonly userId: string;
  readonly userName: string;
}
/** Generated data for a demo system, `plugins/dialysis-round` part (`tools/seed/data-set.mjs`): who writes notes and proposes, by facility. */
export interface RoundDemo {
  readonly staff: readonly { readonly orgId: OrgId; readonly doctor: Person; readonly nurse: Person }[];
}
