import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

const integrityOf = (content: Uint8Array): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Stands beside a package: the hash of each of its files, signed by its publisher. */
export interface PackageSignature {
  readonly schema: 1;
  readonly id: string;
  readonly version: string;
  /** File → SRI hash, `manifest.json` included. */
  readonly files: Readonly<Record<string, string>>;
  /** Which key: SHA-256 of the public key (DER), hex. */
  readonly key: string;
  /** Ed25519 over the text of the members above, base64. */
  readonly signature: string;
}

export type SignatureVerdict =
  | { readonly kind: 'good'; readonly key: string }
  | { readonly kind: 'unknown-key'; readonly key: string }
  | { readonly kind: 'forged' | 'unreadable' }
  | { readonly kind: 'differs'; readonly files: readonly string[] };

/** Which key: SHA-256 of the public one (DER), hex. */
export const keyName = (key: KeyObject): string =>
  createHash('sha256')
    .update((key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** The one text that is signed: members and files in a fixed order. */
const signedText = ({ id, version, files, key }: Omit<PackageSignature, 'signature' | 'schema'>): Buffer => {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([1, id, version, key, sorted]));
};

/** A new Ed25519 pair as PEM texts. The private one never leaves the publisher. */
export function newKeyPair(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })) };
}

const hashesOf = (files: ReadonlyMap<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...files].map(([name, content]) => [name, integrityOf(content)] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

/** @param privateKey PEM text @throws Error when it is no Ed25519 key or the package has no manifest */
export function signPackage(files: ReadonlyMap<string, Uint8Array>, privateKey: string): PackageSignature {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
  const manifest = files.get('manifest.json');
  if (!manifest) throw new Error('the package has no manifest.json');
  const { id, version } = JSON.parse(new TextDecoder().decode(manifest)) as { id: string; version: string };
  const unsigned = { id, version, files: hashesOf(files), key: keyName(key) };
  return { schema: 1, ...unsigned, signature: sign(null, signedText(unsigned), key).toString('base64') };
}

/**
 * Says whether a package is what one of the trusted publishers signed.
 * @param signature text of the signature file
 * @param trusted public keys, PEM
 * @throws Error when one of the keys is none
 */
export const verifyPackage = (files: ReadonlyMap<string, Uint8Array>, signature: string, trusted: readonly string[]): SignatureVerdict =>
  verifyHashes(hashesOf(files), signature, trusted);

/** Like `verifyPackage`, for files that were hashed already: file → SRI hash, `manifest.json` included. */
export function verifyHashes(found: Readonly<Record<string, string>>, signature: string, trusted: readonly string[]): SignatureVerdict {
  let told: PackageSignature;
  try {
    told = JSON.parse(signature) as PackageSignature;
    if (told.schema !== 1 || typeof told.files !== 'object' || told.files === null || typeof told.signature !== 'string') return { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
  const key = trusted.map((text) => createPublicKey(text)).find((candidate) => keyName(candidate) === told.key);
  if (!key) return { kind: 'unknown-key', key: String(told.key) };
  if (!verify(null, signedText(told), key, Buffer.from(told.signature, 'base64'))) return { kind: 'forged' };
  const names = [...new Set([...Object.keys(found), ...Object.keys(told.files)])].sort();
  const differing = names.filter((name) => found[name] !== told.files[name]);
  return differing.length > 0 ? { kind: 'differs', files: differing } : { kind: 'good', key: told.key };
}
