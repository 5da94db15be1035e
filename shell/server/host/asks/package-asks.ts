import type { PluginManifest, Privilege, RegistryEntry } from '@nephra/plugin-sdk/contract';
import { allowedOrigin } from '../../outbound/addresses/origin.ts';

/** What the hospital said to a thing that a package from outside asks for. */
export type Answer = 'granted' | 'withheld' | 'undecided';

export interface Asked<T> {
  readonly what: T;
  readonly answer: Answer;
}

/** Things that a package from outside asks for and that somebody decides about one by one. */
export interface PackageAsks {
  /** Cannot be withheld: it does not run without. */
  readonly privileges: readonly Asked<Privilege>[];
  /** As the manifest names them. */
  readonly outbound: readonly Asked<string>[];
  /** Names of jobs. */
  readonly jobs: readonly Asked<string>[];
}

/** What whoever switches a package on allows; what it asks for besides is withheld. */
export interface Grants {
  readonly privileges?: readonly Privilege[] | undefined;
  readonly outbound?: readonly string[] | undefined;
  readonly jobs?: readonly string[] | undefined;
}

/** The same origin has one text, however it is spelled and whether it may be of the own network. */
export const originText = (entry: string): string => {
  try {
    return allowedOrigin(entry).text;
  } catch {
    return entry;
  }
};

/**
 * @param mayCall what the site and its operator let the plugin call by now
 */
export function packageAsks(manifest: PluginManifest, entry: RegistryEntry, mayCall: readonly string[]): PackageAsks {
  const callable = new Set([...mayCall, ...(entry.outbound ?? [])].map(originText));
  const answer = (granted: boolean, withheld: boolean): Answer => (granted ? 'granted' : withheld ? 'withheld' : 'undecided');
  const withheldHosts = (entry.withheld?.outbound ?? []).map(originText);
  return {
    privileges: (manifest.privileges ?? []).map((what) => ({ what, answer: answer(entry.privileges?.includes(what) ?? false, false) })),
    outbound: manifest.outboundHosts.map((what) => ({ what, answer: answer(callable.has(originText(what)), withheldHosts.includes(originText(what))) })),
    jobs: (manifest.server?.jobs ?? []).map(({ name }) => ({
      what: name,
      answer: answer(entry.jobs?.includes(name) ?? false, entry.withheld?.jobs?.includes(name) ?? false),
    })),
  };
}

const undecidedOf = <T>(asked: readonly Asked<T>[]): T[] => asked.flatMap(({ what, answer }) => (answer === 'undecided' ? [what] : []));

/** What nobody has decided about; the package waits while there is something. */
export const undecided = ({ privileges, outbound, jobs }: PackageAsks): { privileges: Privilege[]; outbound: string[]; jobs: string[] } => ({
  privileges: undecidedOf(privileges),
  outbound: undecidedOf(outbound),
  jobs: undecidedOf(jobs),
});

/** Members of the entry in registry.json after somebody decided; what the site listed besides stays. Undefined: as it is. */
export interface DecidedEntry {
  readonly privileges?: readonly Privilege[];
  readonly outbound?: readonly string[];
  readonly jobs?: readonly string[];
  readonly withheld?: NonNullable<RegistryEntry['withheld']>;
}

/** What a decision makes of the entry. Grants that the package does not ask for are none. */
export function decidedEntry(manifest: PluginManifest, entry: RegistryEntry, grants: Grants, mayCall: readonly string[] = []): DecidedEntry {
  const { outbound: hosts, jobs } = packageAsks(manifest, entry, mayCall);
  const decided: { -readonly [K in keyof DecidedEntry]: DecidedEntry[K] } = {};
  const withheld: { outbound?: string[]; jobs?: string[] } = { ...entry.withheld };
  if (grants.privileges !== undefined) decided.privileges = grants.privileges;
  if (grants.outbound !== undefined) {
    const granted = new Set(grants.outbound.map(originText));
    const asked = hosts.map(({ what }) => what);
    const askedTexts = new Set(asked.map(originText));
    const kept = (entry.outbound ?? []).filter((one) => !askedTexts.has(originText(one)) || granted.has(originText(one)));
    const keptTexts = new Set(kept.map(originText));
    decided.outbound = [...kept, ...asked.filter((one) => granted.has(originText(one)) && !keptTexts.has(originText(one)))];
    withheld.outbound = asked.filter((one) => !granted.has(originText(one)));
  }
  if (grants.jobs !== undefined) {
    const granted = new Set(grants.jobs);
    decided.jobs = jobs.flatMap(({ what }) => (granted.has(what) ? [what] : []));
    withheld.jobs = jobs.flatMap(({ what }) => (granted.has(what) ? [] : [what]));
  }
  const kept = Object.fromEntries(Object.entries(withheld).filter(([, list]) => list.length > 0));
  if (grants.outbound !== undefined || grants.jobs !== undefined) decided.withheld = kept;
  return decided;
}
