import { createHash, createPublicKey } from 'node:crypto';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { keyName, newKeyPair, signPackage, verifyPackage } from '@nephra/plugin-sdk/server';
import { type BundleContents, bundleFiles, partOfFile, type SignedBundle } from '../../domain/bundle/bundle-file.ts';
import { bundleKeyTable } from '../tables/bundle.table.ts';
import type { Ctx } from '../tables/tables.ts';

const SITE = 'site';
/** Of an Ed25519 key in DER; whatever else stands in its place is none. */
const PUBLIC_KEY_TYPE = 'ed25519';
/** Changed parts that a refusal names. */
const MAX_NAMED = 5;

interface SiteKey {
  readonly publicKey: string;
  readonly fingerprint: string;
  readonly privateKey: () => string;
}

const stored = (ctx: Pick<Ctx, 'db'>) =>
  bundleKeyTable.everywhere(ctx, 'the one key of the installation', 'one').where('one.name', '=', SITE).executeTakeFirst();

/** The key of this site, made when it is first asked for; of two servers that ask at once both get the first one's. */
export async function siteKey(ctx: Ctx): Promise<SiteKey> {
  let row = await stored(ctx);
  if (!row) {
    const { privateKey, publicKey } = newKeyPair();
    const made = bundleKeyTable.toSql({ name: SITE, publicKey, sealedKey: ctx.secrets.seal(privateKey), madeAt: ctx.clock.now() });
    await ctx.transaction(() =>
      ctx.db
        .insertInto('system.bundle_key')
        .values(made as Required<typeof made>)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute(),
    );
    row = await stored(ctx);
  }
  if (!row) throw new Error('the key of bundles vanished while it was made');
  const { publicKey, sealedKey } = row;
  return { publicKey, fingerprint: fingerprintOf(publicKey), privateKey: () => ctx.secrets.open(sealedKey) };
}

/** @throws AppError `system.bundle-key` where it is no public Ed25519 key */
export function fingerprintOf(publicKey: string): string {
  try {
    const key = createPublicKey(publicKey);
    // A private key would be read, too, and be kept as if it were public.
    if (key.asymmetricKeyType === PUBLIC_KEY_TYPE && publicKey.includes('PUBLIC KEY')) return keyName(key);
  } catch {
    // Said below.
  }
  throw new AppError('system.bundle-key', { code: EnvelopeCode.Invalid });
}

const bytesOf = (contents: BundleContents): ReadonlyMap<string, Uint8Array> =>
  new Map([...bundleFiles(contents)].map(([name, text]) => [name, Buffer.from(text)]));

export async function signedBundle(ctx: Ctx, contents: BundleContents): Promise<SignedBundle> {
  const { publicKey, privateKey } = await siteKey(ctx);
  return { ...contents, publicKey, signature: signPackage(bytesOf(contents), privateKey()) };
}

/**
 * Whether the file says what the owner of its own key signed; whether that owner is trusted is the next question.
 * @param titleOf what people call a part
 * @returns fingerprint of the key
 * @throws AppError `system.bundle-changed` naming the parts that differ, `system.bundle-changed-head`, `system.bundle-key`
 */
export function verifiedSigner({ publicKey, signature, ...contents }: SignedBundle, titleOf: (partId: string) => string): string {
  const fingerprint = fingerprintOf(publicKey);
  const verdict = verifyPackage(bytesOf(contents), JSON.stringify(signature), [publicKey]);
  if (verdict.kind === 'good') return fingerprint;
  const parts = (verdict.kind === 'differs' ? verdict.files : []).flatMap((file) => partOfFile(file) ?? []);
  if (parts.length === 0) throw new AppError('system.bundle-changed-head', { code: EnvelopeCode.Invalid });
  throw new AppError('system.bundle-changed', { code: EnvelopeCode.Invalid, params: { what: parts.slice(0, MAX_NAMED).map(titleOf).join(' · ') } });
}

/** SHA-256 of what was signed, hex. */
export function bundleDigest(contents: BundleContents): string {
  const hash = createHash('sha256');
  for (const [name, text] of bundleFiles({ product: contents.product, siteName: contents.siteName, madeAt: contents.madeAt, parts: contents.parts }))
    hash.update(`${name}\n${text}\n`);
  return hash.digest('hex');
}
