import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Gate } from '../../core/gate.ts';

const BLOCK_SIZE = 8;
const PARALLEL = 1;
const KEY_BYTES = 32;
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

interface Cost {
  readonly log2n: number;
  readonly r: number;
  readonly p: number;
}

/** Each hash takes a thread and its memory: a flood of log-ins waits here instead of taking the machine. */
const gate = new Gate(3, 300);

const derive = (secret: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  gate.run(
    () =>
      new Promise((resolve, reject) => {
        const options: ScryptOptions = { N: 2 ** cost.log2n, r: cost.r, p: cost.p, maxmem: 256 * 1024 * 1024 };
        scrypt(secret, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );

/** What the platform's clients send instead of the password: md5, hexadecimal, lower case. */
export const clientHash = (password: string): string => createHash('md5').update(password, 'utf8').digest('hex');

export const isClientHash = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/**
 * Slow salted hashes. The parameters stand in every stored hash, so raising the cost later breaks nothing.
 * @param log2n 15 takes 32 MiB and about 80 ms per hash
 */
export class PasswordHasher {
  readonly #cost: Cost;
  /** Stands in for accounts that do not exist or have no password, so that they take the same time. */
  readonly #nobody: string;

  constructor(log2n: number) {
    this.#cost = { log2n, r: BLOCK_SIZE, p: PARALLEL };
    this.#nobody = this.#text(randomBytes(16), randomBytes(KEY_BYTES));
  }

  /** Hash of what the client sent, for storing. */
  async hash(sent: string): Promise<string> {
    const salt = randomBytes(16);
    return this.#text(salt, await derive(sent, salt, this.#cost));
  }

  /** Compares in constant time; always does the work of one hash. */
  async fits(sent: string, stored: string | null | undefined): Promise<boolean> {
    const match = STORED.exec(stored ?? this.#nobody) ?? STORED.exec(this.#nobody);
    if (!match) return false;
    const [, log2n, r, p, salt, key] = match;
    const expected = Buffer.from(key ?? '', 'base64');
    const actual = await derive(sent, Buffer.from(salt ?? '', 'base64'), { log2n: Number(log2n), r: Number(r), p: Number(p) });
    return stored != null && expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  #text(salt: Buffer, key: Buffer): string {
    const { log2n, r, p } = this.#cost;
    return `scrypt$${log2n}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`;
  }
}
