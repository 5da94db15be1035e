/** A random name for one act of a person: sent again after a lost answer, it makes the server answer with what it did the first time. */
export const newActKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
