import type { CoreParts } from '../../composition/core-parts.ts';
import { sentence } from '../views/reason.ts';
import type { RegisteredPlugin } from './registered-plugin.ts';

const isSound = ({ state }: RegisteredPlugin): boolean => state === 'active' || state === 'disabled';

/** Puts on record what changed for each plugin, whoever changed it: the administrator's page, an editor, a broken disk. */
export async function noteTransitions(
  core: CoreParts,
  file: string,
  before: readonly RegisteredPlugin[],
  now: readonly RegisteredPlugin[],
  firstLook: boolean,
): Promise<void> {
  const entries: Promise<void>[] = [];
  const known = new Map(before.map((plugin) => [plugin.entry.id, plugin]));
  for (const plugin of now) {
    const { entry, state, reason, live, name } = plugin;
    const old = known.get(entry.id);
    if (old?.state === state && old.live?.found.dirName === live?.found.dirName) continue;
    if (!isSound(plugin)) {
      core.log.error({ plugin: entry.id, state, reason }, `a plugin does not run: ${sentence(reason, 'en')}`);
      core.alerts.raise({ kind: 'pluginFailed', subject: entry.id, name: name ?? { zh: entry.id, zhtw: entry.id, en: entry.id } });
    }
    if (firstLook && isSound(plugin)) continue;
    const stored = core.audit.appendApart({
      class: 'security',
      action: 'plugin.state',
      outcome: isSound(plugin) ? 'ok' : 'refused',
      userId: '',
      userName: '',
      orgId: '',
      ip: '',
      path: file,
      requestId: '',
      subject: 'plugin',
      subjectId: entry.id,
      patientId: '',
      error: isSound(plugin) ? '' : reason.key,
      before: old ? { state: old.state, version: old.live?.version ?? '' } : null,
      after: { state, version: live?.version ?? '' },
    });
    entries.push(stored);
  }
  await Promise.all(entries);
}
