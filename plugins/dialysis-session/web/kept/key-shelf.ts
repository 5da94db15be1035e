import type { KeyShelf } from './person-key.ts';

const DATABASE = 'nephra-dialysis-keys';
const STORE = 'keys';

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps no keys'));
  });

async function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
  return await answerOf(request);
}

const newWrappingKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey']);

/** Keys in the browser's own database: they are used there and never leave it. */
export const browserShelf: KeyShelf = {
  async wrapping(userId) {
    try {
      const database = await openStore();
      const found = await answerOf(database.transaction(STORE).objectStore(STORE).get(userId) as IDBRequest<CryptoKey | undefined>);
      const key = found ?? (await newWrappingKey());
      const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
      for (const other of await answerOf(store.getAllKeys())) if (other !== userId) store.delete(other);
      if (!found) await answerOf(store.add(key, userId));
      database.close();
      return key;
    } catch {
      // A browser that keeps none, or another tab that made one at the same moment: the page goes on with what the server gives.
      return undefined;
    }
  },
};
