import type { OrgId, UserId } from '@nephra/plugin-sdk/contract';
import type { MessageChannel } from '@nephra/plugin-sdk/server';
import type { OutboxStored } from '../../tables/outbox.table.ts';

/** Addresses of the receivers of these rows as they are now, by the id that stands in the row: staff, and patients of each organisation. */
export async function addressesNow(
  channel: Pick<MessageChannel, 'addresses' | 'patientAddresses'>,
  rows: readonly Pick<OutboxStored, 'userId' | 'orgId'>[],
): Promise<ReadonlyMap<string, string>> {
  const byOrganisation = new Map<string, Set<string>>();
  for (const { userId, orgId } of rows) byOrganisation.set(orgId, (byOrganisation.get(orgId) ?? new Set<string>()).add(userId));
  const found = new Map<string, string>();
  for (const [orgId, ids] of byOrganisation) {
    const addresses =
      orgId === ''
        ? await channel.addresses([...ids] as UserId[])
        : ((await channel.patientAddresses?.(orgId as OrgId, [...ids])) ?? new Map<string, string>());
    for (const [id, address] of addresses) found.set(id, address);
  }
  return found;
}
