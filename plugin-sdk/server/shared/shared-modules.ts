import { SDK_VERSION } from '../../contract/plugin/manifest.ts';

/**
 * What server halves take from the program that loads them instead of carrying it: each half would bring 0.7 MB, read and kept once per plugin,
 * with classes and symbols of its own. A sub-path that is not listed is carried by the half.
 */
export const SHARED_MODULES = [
  '@nephra/plugin-sdk/contract',
  '@nephra/plugin-sdk/record',
  '@nephra/plugin-sdk/server',
  'kysely',
  'typebox',
  'typebox/value',
] as const;
export type SharedModule = (typeof SHARED_MODULES)[number];
/** Name of a module → all that it exports. */
export type SharedModules = Readonly<Record<SharedModule, object>>;

/** How a half asks: for a module, naming what it uses of it. @throws Error in a sentence when the program does not have it */
export type TakeShared = (module: string, names: readonly string[]) => object;

const MAJOR = /^\d+/;

/** Where in a program a half of this version of the SDK looks; one place for each major, so that a program may offer two of them. */
export const sharedPlace = (sdkVersion: string): string => `nephra.shared-modules@${MAJOR.exec(sdkVersion)?.[0] ?? ''}`;

const placeOf = (sdkVersion: string): symbol => Symbol.for(sharedPlace(sdkVersion));

const takeFrom =
  (modules: Readonly<Record<string, object>>): TakeShared =>
  (module, names) => {
    const found = Object.hasOwn(modules, module) ? modules[module] : undefined;
    if (!found) throw new Error(`it takes '${module}' from the server, whose SDK ${SDK_VERSION} does not share it`);
    const missing = names.filter((name) => !(name in found));
    if (missing.length > 0) {
      throw new Error(`it uses ${missing.join(', ')} of '${module}', which the SDK ${SDK_VERSION} of this server does not have; it needs a newer server`);
    }
    return found;
  };

/** Lets server halves that are loaded from now on take their SDK from this program, or thread; the last offer counts. */
export function offerSharedModules(modules: SharedModules): void {
  (globalThis as unknown as Record<symbol, TakeShared>)[placeOf(SDK_VERSION)] = takeFrom(modules);
}
