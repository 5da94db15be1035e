import type { FileStorage, StoredObject } from '../storage/file-storage.ts';
import { isThumbnailPlace } from './thumbnail-rules.ts';

/** What a backup holds of a storage: small pictures are made anew. */
export const withoutThumbnails = (storage: Pick<FileStorage, 'list' | 'read'>): Pick<FileStorage, 'list' | 'read'> => ({
  async *list(below): AsyncGenerator<StoredObject> {
    for await (const object of storage.list(below)) if (!isThumbnailPlace(object.place)) yield object;
  },
  read: (place, range) => storage.read(place, range),
});
