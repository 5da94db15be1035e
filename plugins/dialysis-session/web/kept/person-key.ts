import { ApiError, type WebContext } from '@nephra/plugin-sdk/web';
import { readDeviceKey } from '@nephra/plugin-sdk/widgets';

/** Goes with the session: whoever signs out leaves nothing behind with which the entries could be read. */
export const WRAPPED = 'session:deviceKey';
const CIPHER = 'AES-GCM';
const NONCE_BYTES = 12;

/** Where a key lies that no script can read, only use; by person. */
export interface KeyShelf {
  /** The wrapping key of this person, made where there is none; those of others are taken away. undefined: this browser keeps none. */
  wrapping(userId: string): Promise<CryptoKey | undefined>;
}
interface Wrapped {
  readonly nonce: string;
  readonly key: string;
}
type Shell = Pick<WebContext, 'drafts' | 'http' | 'user'>;

export const toText = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string => {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += String.fromCodePoint(byte);
  return btoa(text);
};
export const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
export const newNonce = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(NONCE_BYTES));

/**
 * The key of the person who is signed in. It comes from the server after the sign-in and is never in a form that a script could take away: on the device it lies wrapped
 * under a key of the browser, so that a page that is reloaded without network has it, until the sign-out.
 * @returns undefined while neither the device nor the server gives one
 */
export async function keyOfPerson(ctx: Shell, shelf: KeyShelf): Promise<CryptoKey | undefined> {
  const { drafts, http, user } = ctx;
  const wrapping = await shelf.wrapping(user.userId);
  const kept = drafts.load<Wrapped>(WRAPPED);
  if (wrapping && kept) {
    const key = await unwrapped(kept, wrapping);
    if (key) return key;
  }
  try {
    const bytes = toBytes(await readDeviceKey(http));
    if (wrapping) {
      const nonce = newNonce();
      const own = await crypto.subtle.importKey('raw', bytes, CIPHER, true, ['encrypt', 'decrypt']);
      const under = await crypto.subtle.wrapKey('raw', own, wrapping, { name: CIPHER, iv: nonce });
      drafts.save(WRAPPED, { nonce: toText(nonce), key: toText(under) } satisfies Wrapped);
    }
    return await crypto.subtle.importKey('raw', bytes, CIPHER, false, ['encrypt', 'decrypt']);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function unwrapped({ nonce, key }: Wrapped, wrapping: CryptoKey): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.unwrapKey('raw', toBytes(key), wrapping, { name: CIPHER, iv: toBytes(nonce) }, CIPHER, false, ['encrypt', 'decrypt']);
  } catch {
    // Wrapped under a key that is gone: the server gives it again.
    return undefined;
  }
}
