import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { type Identity, type Recipient, Stanza } from 'age-encryption';

/**
 * The passphrase of an `age` file, as its specification has it (recipient type `scrypt`). The library computes it in JavaScript and holds up everything
 * else in the process for seconds; Node.js does the same beside the work of others.
 */
const LABEL = 'age-encryption.org/v1/scrypt';
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const WRAPPED_BYTES = 32;
/** Of a file that somebody hands in: dearer ones would take the memory of the server. */
const MAX_WORK_FACTOR = 20;
const BLOCK_SIZE = 8;
const cipher = 'chacha20-poly1305';
const nonce = Buffer.alloc(12);

function keyOf(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor;
  return new Promise((resolve, reject) => {
    const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 128 * N * BLOCK_SIZE + 1_048_576 };
    scrypt(passphrase, Buffer.concat([Buffer.from(LABEL), salt]), KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** Wraps the key of a file with a passphrase. @param workFactor log2 of the cost of one guess */
export const passphraseRecipient = (passphrase: string, workFactor: number): Recipient => ({
  async wrapFileKey(fileKey) {
    const salt = randomBytes(SALT_BYTES);
    const sealing = createCipheriv(cipher, await keyOf(passphrase, salt, workFactor), nonce, { authTagLength: TAG_BYTES });
    const body = Buffer.concat([sealing.update(fileKey), sealing.final(), sealing.getAuthTag()]);
    return [new Stanza(['scrypt', unpadded(salt), String(workFactor)], new Uint8Array(body))];
  },
});

/** Unwraps it again; null for another passphrase. @throws Error for a header that is none of a file with a passphrase */
export const passphraseIdentity = (passphrase: string): Identity => ({
  async unwrapFileKey(stanzas) {
    const [stanza] = stanzas;
    if (stanza?.args[0] !== 'scrypt') return null;
    const [, saltText = '', factorText = ''] = stanza.args;
    const salt = Buffer.from(saltText, 'base64');
    const workFactor = /^[1-9]\d?$/.test(factorText) ? Number(factorText) : Number.NaN;
    if (
      stanzas.length !== 1 ||
      stanza.args.length !== 3 ||
      salt.length !== SALT_BYTES ||
      stanza.body.length !== WRAPPED_BYTES ||
      !(workFactor <= MAX_WORK_FACTOR)
    )
      throw new Error('the header is none of a file with a passphrase');
    const opening = createDecipheriv(cipher, await keyOf(passphrase, salt, workFactor), nonce, { authTagLength: TAG_BYTES });
    opening.setAuthTag(stanza.body.subarray(-TAG_BYTES));
    const fileKey = opening.update(stanza.body.subarray(0, -TAG_BYTES));
    try {
      opening.final();
    } catch {
      return null;
    }
    return new Uint8Array(fileKey);
  },
});
