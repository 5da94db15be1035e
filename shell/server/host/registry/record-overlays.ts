import { nearestName, type RecordDocument, type RecordOverlay } from '@nephra/plugin-sdk/record';
import type { RegistryFile } from '@nephra/plugin-sdk/contract';
import type { Implementation, OverlaidRecord, ServedRecord, ServerPlugin } from '@nephra/plugin-sdk/server';
import { messageOf, PluginProblem } from '../views/reason.ts';

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

/** Plugins may bring a copy of the engine with them, and older ones know no overlays. */
const isServed = (implementation: Implementation): implementation is ServedRecord => 'engine' in implementation && 'record' in implementation.contract;

/**
 * Puts the overlays of a site upon the records of a plugin.
 * @throws PluginProblem `overlay-invalid` that names the record and what is wrong
 */
export function siteRecords({ implementations = [] }: Pick<ServerPlugin<never>, 'implementations'>, given: GivenOverlays): SiteRecords {
  const overlays = new Map(Object.entries(given));
  const served = new Map(implementations.filter(isServed).map((each) => [each.engine.rows.record.name, each]));
  const documents: Record<string, RecordDocument> = {};
  const replaced = new Map<Implementation, Implementation>();
  for (const [name, overlay] of overlays) {
    const found = served.get(name);
    const refuse = (reason: string): never => {
      throw new PluginProblem('failed', 'overlay-invalid', { reason });
    };
    if (!found) return refuse(`REC-118 ${name}: no such record. Near: ${nearestName(name, [...served.keys()])}`);
    // A package of before overlays has none.
    if (!('overlaid' in found)) return refuse(`REC-118 ${name}: the plugin was built with a version of the SDK that knows no overlays`);
    let made: OverlaidRecord;
    try {
      made = found.overlaid(overlay as object);
    } catch (error) {
      return refuse(messageOf(error));
    }
    replaced.set(found, made);
    documents[name] = made.contract.record.document;
  }
  return {
    implementations: implementations.map((each) => replaced.get(each) ?? each),
    overlays: overlays as ReadonlyMap<string, RecordOverlay>, // the engine has read each of them
    documents,
  };
}
