import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import type { SettingField } from '@nephra/plugin-sdk/record';
import type { ServerPlugin } from '@nephra/plugin-sdk/server';
import type { TextTree } from '../../i18n/texts.ts';
import type { ApartPackages, LoadedApart } from '../apart/apart-packages.ts';
import { pluginOver } from '../apart/plugin-over.ts';
import type { CheckedPackage } from '../packages/package-cache.ts';
import type { PackageProvider } from '../packages/package-provider.ts';
import { type GivenOverlays, type SiteRecords, siteRecords } from '../registry/record-overlays.ts';

export interface LoadedHalf {
  readonly server: ServerPlugin<never> | undefined;
  readonly texts: Readonly<Record<string, TextTree>>;
  readonly records: SiteRecords;
  /** Its code runs in a process of its own. */
  readonly apart: LoadedApart | undefined;
}

export interface HalfToLoad {
  readonly entry: RegistryEntry;
  readonly found: CheckedPackage;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly editable: readonly SettingField[];
  readonly overlays: GivenOverlays;
}

/** Packages from outside run apart unless the hospital says otherwise; those that were built with the product only where it says so. */
const runsApart = ({ entry, found }: HalfToLoad): boolean => entry.apart ?? !found.builtHere;

/** Loads the code of a package where it is to run: here, or in a process of its own. @throws PluginProblem, and what its module throws */
export async function loadHalf(packages: PackageProvider, apartPackages: ApartPackages, half: HalfToLoad): Promise<LoadedHalf> {
  const { entry, found, settings, editable, overlays } = half;
  const source = runsApart(half) ? await packages.source(found) : undefined;
  if (source?.code === undefined) {
    const { server, texts } = source ? { server: undefined, texts: source.texts } : await packages.load(found);
    return { server, texts, records: siteRecords(server ?? {}, overlays), apart: undefined };
  }
  const { manifest, publisher } = found;
  const apart = await apartPackages.load({ pluginId: entry.id, version: manifest.version, code: source.code, settings, editable, overlays, publisher });
  const server = pluginOver(apart.apart, apart.described);
  const records: SiteRecords = {
    implementations: server.implementations ?? [],
    overlays: new Map(Object.entries(overlays)) as SiteRecords['overlays'], // read in its process
    documents: apart.described.documents,
  };
  return { server, texts: source.texts, records, apart };
}
