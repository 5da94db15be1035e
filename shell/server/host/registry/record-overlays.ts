import type { RecordDocument, RecordOverlay } from '@nephra/plugin-sdk/record';
import type { RegistryFile } from '@nephra/plugin-sdk/contract';
import type { Implementation, ServerPlugin } from '@nephra/plugin-sdk/server';
import { PluginProblem } from '../views/reason.ts';
import { OverlayProblem, overlaidRecords } from './overlaid-records.ts';

/** What registry.json changes of the records of one plugin, by name of the record. */
export type GivenOverlays = Readonly<Record<string, unknown>>;

type Given = Pick<RegistryFile, 'overrides' | 'plugins'>;

/** The plugin of a record, whose name begins with it; undefined: the registry has none. */
export const recordOwner = ({ plugins }: Pick<Given, 'plugins'>, record: string): string | undefined =>
  plugins
    .map(({ id }) => id)
    .filter((id) => record.startsWith(`${id}.`))
    .sort((a, b) => b.length - a.length)[0];

export const overlaysOf = (registry: Given, plugin: string): GivenOverlays =>
  Object.fromEntries(Object.entries(registry.overrides?.records ?? {}).filter(([name]) => recordOwner(registry, name) === plugin));

/** A plugin's server half as the site has it. */
export interface SiteRecords {
  readonly implementations: readonly Implementation[];
  /** For the plugin's own context. */
  readonly overlays: ReadonlyMap<string, RecordOverlay>;
  /** For the plugin's pages, by name of the record. */
  readonly documents: Readonly<Record<string, RecordDocument>>;
}

/**
 * Puts the overlays of a site upon the records of a plugin.
 * @throws PluginProblem `overlay-invalid` that names the record and what is wrong
 */
export function siteRecords(server: Pick<ServerPlugin<never>, 'implementations'>, given: GivenOverlays): SiteRecords {
  try {
    // The engine has read each of them.
    return { ...overlaidRecords(server, given), overlays: new Map(Object.entries(given)) as ReadonlyMap<string, RecordOverlay> };
  } catch (error) {
    if (error instanceof OverlayProblem) throw new PluginProblem('failed', 'overlay-invalid', { reason: error.message });
    throw error;
  }
}
