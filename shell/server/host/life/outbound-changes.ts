import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import type { CoreParts } from '../../composition/core-parts.ts';

/**
 * Puts on record what plugins may newly call, or no more, by registry.json or the environment, whoever changed it and even while the server
 * was off. Not what manifests say: that comes and goes with a version, which is on record.
 */
export async function noteOutboundChanges(core: CoreParts, file: string, entries: readonly RegistryEntry[]): Promise<void> {
  const before = (await core.settings.get('outboundAllowed')) ?? {};
  const now = Object.fromEntries(entries.map(({ id }) => [id, core.outbound.listed(id)] as const).filter(([, origins]) => origins.length));
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((id) => before[id]?.join() !== now[id]?.join());
  if (changed.length === 0) return;
  await core.database.transaction(async () => {
    await core.settings.set('outboundAllowed', now);
    for (const pluginId of changed) {
      await core.audit.append({
        class: 'security',
        action: 'plugin.outbound',
        outcome: 'ok',
        userId: '',
        userName: '',
        orgId: '',
        ip: '',
        path: file,
        requestId: '',
        subject: 'plugin',
        subjectId: pluginId,
        patientId: '',
        error: '',
        before: { mayCall: before[pluginId] ?? [] },
        after: { mayCall: now[pluginId] ?? [] },
      });
    }
  });
}
