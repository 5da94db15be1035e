import { createHash } from 'node:crypto';
import path from 'node:path';
import { manifestSchema, type PluginManifest, SDK_VERSION } from '@nephra/plugin-sdk/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import semver from 'semver';
import { excessOf, MAX_MANIFEST_TEXT, unseenIn } from './packages/manifest-limits.ts';
import { plainFile } from './packages/plain-file.ts';
import { messageOf, PluginProblem } from './views/reason.ts';

export const integrityOf = (content: string | Uint8Array): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

export interface ReadManifest {
  readonly manifest: PluginManifest;
  /** sha384 of manifest.json in SRI form. */
  readonly integrity: string;
  /** Short hash of manifest.json for folder names. */
  readonly hash: string;
}

/** Name of a version's folder, `<version>-<hash>`. */
export const DIR_NAME = /^[0-9A-Za-z_][0-9A-Za-z._+-]{0,80}$/;
const HASH_CHARS = 10;
let validate: ValidateFunction | undefined;
const SAFE_FILE = /^(?!\/)(?!.*(^|\/)\.)[A-Za-z0-9._/-]+$/;

/** Reads manifest.json text. @throws PluginProblem */
export function parseManifest(text: string): ReadManifest {
  const tooMuch = (reason: string): PluginProblem => new PluginProblem('incompatible', 'manifest-invalid', { reason });
  if (text.length > MAX_MANIFEST_TEXT) throw tooMuch(`${text.length} characters; at most ${MAX_MANIFEST_TEXT}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PluginProblem('modified', 'manifest-invalid', { reason: messageOf(error) });
  }
  // Our own schema needs no judgement at each start.
  validate ??= new Ajv({ strict: false, meta: false, validateSchema: false, code: { optimize: false } }).compile(manifestSchema);
  if (!validate(value)) {
    const error = validate.errors?.[0];
    throw new PluginProblem('incompatible', 'manifest-invalid', { reason: `${error?.instancePath || '/'} ${error?.message ?? ''}` });
  }
  const manifest = value as PluginManifest;
  const odd = Object.keys(manifest.files).find((file) => !SAFE_FILE.test(file) || file.includes('//') || file === 'manifest.json');
  if (odd !== undefined) throw new PluginProblem('incompatible', 'manifest-invalid', { reason: `the file name "${odd.slice(0, 80)}" is not allowed` });
  const named = [manifest.web?.entry, manifest.server?.entry, ...Object.values(manifest.locales)].filter((file) => file !== undefined);
  const unlisted = named.find((file) => !Object.hasOwn(manifest.files, file));
  if (unlisted !== undefined) throw new PluginProblem('incompatible', 'manifest-invalid', { reason: `"${unlisted}" is not among its files` });
  const excess = excessOf(manifest);
  if (excess !== undefined) throw tooMuch(excess);
  const unseen = unseenIn(manifest);
  if (unseen !== undefined) throw tooMuch(`signs that do not show: ${unseen}`);
  // Its folder is called after it: neither `v1.0.0` nor one with a space before it, and none that no folder is called.
  if (!/^\d/.test(manifest.version) || !semver.valid(manifest.version) || !DIR_NAME.test(`${manifest.version}-${'0'.repeat(HASH_CHARS)}`))
    throw new PluginProblem('incompatible', 'manifest-invalid', { reason: `"${manifest.version.slice(0, 80)}" is no version` });
  return { manifest, integrity: integrityOf(text), hash: createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS) };
}

/** Reads the manifest of a package folder. @throws PluginProblem */
export function readManifest(folder: string): ReadManifest {
  return parseManifest(textOf(path.join(folder, 'manifest.json')));
}

function textOf(file: string): string {
  try {
    // A character of a text has three bytes at most, or is written as two.
    return plainFile(file, 3 * MAX_MANIFEST_TEXT);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new PluginProblem('missing', 'source-missing', { source: file }, error);
    throw new PluginProblem('modified', 'manifest-invalid', { reason: `manifest.json: ${messageOf(error)}` }, error);
  }
}

/** @throws PluginProblem when the plugin was written for another SDK. */
export function checkSdk(manifest: PluginManifest): void {
  if (semver.validRange(manifest.sdk) === null || !semver.satisfies(SDK_VERSION, manifest.sdk)) {
    throw new PluginProblem('incompatible', 'sdk-range', { range: manifest.sdk, offered: SDK_VERSION });
  }
  const { sharedSdk } = manifest.server ?? {};
  if (sharedSdk === undefined) return;
  // What a newer SDK of the same major added is not here; the half says which name it is, before anything of it runs.
  if (semver.valid(sharedSdk) === null || semver.major(sharedSdk) !== semver.major(SDK_VERSION)) {
    throw new PluginProblem('incompatible', 'sdk-shared', { built: sharedSdk, offered: SDK_VERSION });
  }
}
