import type { WebContext } from '@nephra/plugin-sdk/web';
import { browserShelf } from './key-shelf.ts';
import { type KeyShelf, keyOfPerson, newNonce, toBytes, toText } from './person-key.ts';

type Shell = Pick<WebContext, 'drafts' | 'http' | 'user'>;

/** As it lies on the device. `at` says nothing of a patient and is read without the key. */
interface Sealed {
  readonly sealed: 1;
  readonly at: number;
  readonly nonce: string;
  readonly data: string;
}
const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && (value as Sealed).sealed === 1;

/** What `load` finds: nothing, something that this person cannot read, or the value. */
export type Found<T> = { readonly kind: 'none' } | { readonly kind: 'unreadable' } | { readonly kind: 'value'; readonly value: T };

/** What is being sealed at this moment, by person and name: a page that is drawn anew reads the last value, not the one before it. */
const underWay = new Map<string, Promise<void>>();

/**
 * What pages of a treatment leave on the device, sealed with AES-256-GCM under the key of the person and bound to the person and its name. An address without https has no
 * cipher: there, and until a key has come, entries lie open as they did before rather than be lost, and are sealed as soon as there is one.
 */
export class SealedDrafts {
  private readonly ctx: Shell;
  private readonly shelf: KeyShelf;
  private key: Promise<CryptoKey | undefined> | undefined;
  private known: CryptoKey | undefined;
  /** What was saved last under a name: an older cipher that is ready later must not replace it, nor bring back what is gone. */
  private readonly turns = new Map<string, number>();
  private turn = 0;

  constructor(ctx: Shell, shelf: KeyShelf = browserShelf) {
    this.ctx = ctx;
    this.shelf = shelf;
  }

  /**
   * Resolves once it lies on the device.
   * @param at milliseconds of the value, for `momentOf`
   * @param open whether it may lie there unsealed until a key has come: for what nobody has but this device
   */
  async save(name: string, value: unknown, at: number, open: 'never' | 'until-key'): Promise<void> {
    const turn = this.next(name);
    const { known } = this;
    if (known) return await this.put(known, name, value, at, turn);
    if (open === 'until-key' || !hasCipher()) {
      this.ctx.drafts.save(name, value);
      void this.keyNow().then((key) => key && this.put(key, name, value, at, turn));
      return;
    }
    const key = await this.keyNow();
    if (key) await this.put(key, name, value, at, turn);
  }

  async load<T>(name: string): Promise<Found<T>> {
    // The page before this one may still be writing it.
    await underWay.get(this.owned(name))?.catch(() => undefined);
    const stored = this.ctx.drafts.load<unknown>(name);
    if (stored === undefined) return { kind: 'none' };
    if (!isSealed(stored)) return { kind: 'value', value: stored as T };
    const key = await this.keyNow();
    if (!key) return { kind: 'unreadable' };
    try {
      const bytes = await crypto.subtle.decrypt(this.cipher(toBytes(stored.nonce), name), key, toBytes(stored.data));
      return { kind: 'value', value: JSON.parse(new TextDecoder().decode(bytes)) as T };
    } catch {
      return { kind: 'unreadable' };
    }
  }

  /** Seals what an earlier version, or a moment without a key, left open. */
  async sealOpenOnes(prefix: string): Promise<void> {
    for (const name of this.keys(prefix)) {
      const stored = this.ctx.drafts.load<unknown>(name);
      const key = stored === undefined || isSealed(stored) ? undefined : await this.keyNow();
      const sealed = key && (await this.seal(key, name, stored, momentIn(stored)));
      // Sent meanwhile, by whichever page: it must not come back.
      const now = this.ctx.drafts.load<unknown>(name);
      if (sealed && now !== undefined && !isSealed(now)) this.ctx.drafts.save(name, sealed);
    }
  }

  clear(name: string): void {
    this.next(name);
    this.ctx.drafts.clear(name);
  }
  keys(prefix: string): readonly string[] {
    return this.ctx.drafts.keys(prefix);
  }
  /** The moment with which it was saved; 0: unknown. */
  momentOf(name: string): number {
    return momentIn(this.ctx.drafts.load<unknown>(name));
  }

  private next(name: string): number {
    this.turn += 1;
    this.turns.set(name, this.turn);
    return this.turn;
  }

  private async keyNow(): Promise<CryptoKey | undefined> {
    if (!hasCipher()) return undefined;
    this.key ??= keyOfPerson(this.ctx, this.shelf);
    const key = await this.key.catch(() => undefined);
    // The server was away: whoever asks next asks again.
    if (!key) this.key = undefined;
    this.known = key;
    return key;
  }

  private owned(name: string): string {
    return `${this.ctx.user.userId} ${name}`;
  }
  private async put(key: CryptoKey, name: string, value: unknown, at: number, turn: number): Promise<void> {
    const owned = this.owned(name);
    const writing = this.seal(key, name, value, at).then((sealed) => {
      if (this.turns.get(name) === turn) this.ctx.drafts.save(name, sealed);
    });
    underWay.set(owned, writing);
    try {
      await writing;
    } finally {
      if (underWay.get(owned) === writing) underWay.delete(owned);
    }
  }

  private async seal(key: CryptoKey, name: string, value: unknown, at: number): Promise<Sealed> {
    const nonce = newNonce();
    const data = await crypto.subtle.encrypt(this.cipher(nonce, name), key, new TextEncoder().encode(JSON.stringify(value)));
    return { sealed: 1, at, nonce: toText(nonce), data: toText(data) };
  }
  private cipher(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
    return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(this.owned(name)) };
  }
}

const momentIn = (stored: unknown): number => {
  const at = typeof stored === 'object' && stored !== null ? (stored as { readonly at?: unknown }).at : undefined;
  return typeof at === 'number' ? at : 0;
};
/** Browsers have it at secure addresses alone. */
const hasCipher = (): boolean => (globalThis.crypto as Crypto | undefined)?.subtle !== undefined;
