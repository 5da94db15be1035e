import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RegistryTrust } from '@nephra/plugin-sdk/contract';
import { type SignatureVerdict, verifyHashes } from '@nephra/plugin-sdk/server';
import type { CheckedPackage } from './package-cache.ts';
import { plainFile } from './plain-file.ts';
import { messageOf, PluginProblem } from '../views/reason.ts';

export interface TrustQuestion {
  /** Files compared with their manifest already, so its hashes stand for them. */
  readonly found: CheckedPackage;
  /** Archive or folder that registry.json names; absolute. Its signature stands beside it as `<source>.sig.json`. */
  readonly source: string;
  /** Folder of registry.json. */
  readonly base: string;
  /** Built from sources on this machine: nobody signs that. */
  readonly builtHere: boolean;
  readonly trust: RegistryTrust | undefined;
}

const SHOWN_KEY_CHARS = 16;
/** It names a hash for each file of a package. */
const MAX_SIGNATURE_BYTES = 2 * 1_048_576;

/**
 * Lets a package pass that a trusted publisher signed, or that is not signed while the site does not ask for it.
 * @returns name of the trusted key by which it is signed; undefined: nobody signed it
 * @throws PluginProblem with a sentence for the administrator
 */
export async function checkSignature({ found, source, base, builtHere, trust }: TrustQuestion): Promise<string | undefined> {
  const signature = signatureBeside(source);
  if (signature === undefined) {
    if (trust?.signedOnly && !builtHere) throw new PluginProblem('modified', 'signature-missing', { file: `${path.basename(source)}.sig.json` });
    return undefined;
  }
  const { manifest, manifestIntegrity } = found;
  const hashes = Object.fromEntries(Object.entries(manifest.files).map(([name, { integrity }]) => [name, integrity]));
  const verdict = await verdictOn({ ...hashes, 'manifest.json': manifestIntegrity }, signature, base, trust);
  const refusal = refusalOf(verdict);
  if (refusal) throw new PluginProblem('modified', refusal.key, refusal.params);
  return verdict.kind === 'good' ? verdict.key : undefined;
}

function signatureBeside(source: string): string | undefined {
  try {
    return plainFile(`${source}.sig.json`, MAX_SIGNATURE_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new PluginProblem('modified', 'signature-unreadable', undefined, error);
  }
}

async function verdictOn(
  hashes: Readonly<Record<string, string>>,
  signature: string,
  base: string,
  trust: RegistryTrust | undefined,
): Promise<SignatureVerdict> {
  const keys = await Promise.all((trust?.keys ?? []).map((key) => pemOf(key, base)));
  try {
    return verifyHashes(hashes, signature, keys);
  } catch (error) {
    throw new PluginProblem('failed', 'trust-key', { key: 'trust.keys', reason: messageOf(error) }, error);
  }
}

async function pemOf(key: string, base: string): Promise<string> {
  if (key.startsWith('-----BEGIN')) return key;
  try {
    return await readFile(path.resolve(base, key), 'utf8');
  } catch (error) {
    throw new PluginProblem('failed', 'trust-key', { key, reason: messageOf(error) }, error);
  }
}

function refusalOf(verdict: SignatureVerdict): { readonly key: string; readonly params?: Record<string, string> } | undefined {
  switch (verdict.kind) {
    case 'good':
      return undefined;
    case 'unknown-key':
      return { key: 'signature-unknown-key', params: { key: verdict.key.slice(0, SHOWN_KEY_CHARS) } };
    case 'differs':
      return { key: 'signature-differs', params: { files: verdict.files.slice(0, 5).join(', ') } };
    default:
      return { key: `signature-${verdict.kind}` };
  }
}
