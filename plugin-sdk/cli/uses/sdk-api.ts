import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type DeprecatedName, deprecatedIn } from '../../contract/plugin/deprecated-names.ts';
import { BuildProblem } from '../build/problem.ts';
import { readTar } from '../package/tar.ts';
import type { Uses } from './uses-of.ts';

/** What a packed SDK offers, `dist/api.json` in it. */
export interface SdkApi {
  readonly sdk: string;
  /** Door → name → hash of its declaration; equal hashes are equal declarations. */
  readonly doors: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly deprecated: readonly DeprecatedName[];
}

/** @param place packed SDK, or the folder of an unpacked or installed one @throws BuildProblem */
export function readSdkApi(place: string): SdkApi {
  if (!existsSync(place)) throw new BuildProblem(`${place} does not exist; name a packed SDK (nephra-plugin-sdk-….tgz) or its folder.`);
  let text: string | undefined;
  try {
    text = place.endsWith('.tgz')
      ? readTar(gunzipSync(readFileSync(place)))
          .get('package/dist/api.json')
          ?.toString('utf8')
      : readFileSync(path.join(place, 'dist/api.json'), 'utf8');
  } catch {
    text = undefined;
  }
  if (text === undefined)
    throw new BuildProblem(`${place} holds no list of what it offers (dist/api.json); it is no packed SDK, or one from before such lists.`);
  return JSON.parse(text) as SdkApi;
}

export interface UseFinding {
  readonly kind: 'missing' | 'changed' | 'deprecated';
  readonly door: string;
  readonly name: string;
  readonly text: string;
}

/**
 * What a plugin takes, asked of another SDK.
 * @param before the SDK that it was made with; without it declarations cannot be compared
 */
export function compareUses(uses: Uses, next: SdkApi, before?: SdkApi): UseFinding[] {
  const findings: UseFinding[] = [];
  for (const [door, names] of Object.entries(uses)) {
    const offered = next.doors[door];
    if (!offered) {
      findings.push({ kind: 'missing', door, name: '*', text: `'${door}' is gone in ${next.sdk}.` });
      continue;
    }
    for (const name of names) {
      const deprecated = next.deprecated.find((one) => one.door === door && one.name === name);
      if (name === '*' || name === 'default') continue;
      const [now, then] = [offered[name], before?.doors[door]?.[name]];
      if (now === undefined) findings.push({ kind: 'missing', door, name, text: `'${name}' of '${door}' is gone in ${next.sdk}.` });
      else if (deprecated) findings.push({ kind: 'deprecated', door, name, text: deprecationText(deprecated) });
      else if (then !== undefined && then !== now)
        findings.push({
          kind: 'changed',
          door,
          name,
          text: `'${name}' of '${door}' is declared otherwise in ${next.sdk}; the type checker says whether it concerns you.`,
        });
    }
  }
  return findings;
}

/** What `check` says of the names that a package uses and that will be gone. @param uses `uses` of its manifest */
export const deprecationWarnings = (uses: Readonly<Record<string, readonly string[]>> | undefined, list?: readonly DeprecatedName[]): string[] =>
  deprecatedIn(uses, list).map((name) => `warn    ${deprecationText(name)}`);

export const deprecationText = ({ door, name, since, gone, instead }: DeprecatedName): string =>
  `'${name}' of '${door}' is deprecated since ${since} and gone in ${gone}; write ${instead}.`;
