import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@nephra/plugin-sdk/contract';
import type { Secrets } from '@nephra/plugin-sdk/server';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Says how the rest is to be read, should it ever be done otherwise. */
const VERSION = 'v1.';

/**
 * Seals texts with AES-256-GCM: `v1.` and base64url of nonce, tag and cipher text. Bound to the plugin that sealed it, so none can open what
 * it finds in another's tables.
 */
export class SecretBox {
  readonly #keyOf: () => Buffer;
  #key: Buffer | undefined;

  /** @param key asked for on first use, so an installation without secrets needs no key */
  constructor(key: () => Buffer) {
    this.#keyOf = key;
  }

  forPlugin(pluginId: string): Secrets {
    const bound = Buffer.from(`nephra ${VERSION} ${pluginId}`);
    return {
      seal: (text) => this.#seal(text, bound),
      open: (sealed) => {
        try {
          return this.#open(sealed, bound);
        } catch (error) {
          throw new AppError('core.secret-broken', { cause: error });
        }
      },
    };
  }

  /** A key for one purpose and one owner, the same on every node and after every start; nothing of the installation's own key is to be found out from it. */
  keyOf(purpose: string, owner: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#installationKey(), Buffer.alloc(0), `nephra ${VERSION} ${purpose} ${owner}`, KEY_BYTES));
  }

  #installationKey(): Buffer {
    this.#key ??= this.#keyOf();
    return this.#key;
  }

  #seal(text: string, bound: Buffer): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#installationKey(), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(bound);
    const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
  }

  #open(sealed: string, bound: Buffer): string {
    if (!sealed.startsWith(VERSION)) throw new Error('not sealed by this system');
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('too short');
    const decipher = createDecipheriv(CIPHER, this.#installationKey(), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(bound);
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
