import type { Readable } from 'node:stream';

/** What lies in the storage. */
export interface StoredObject {
  readonly place: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}

/** Bytes from one to another, both counted, from 0. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface PutOptions {
  /** Ends it before it is done; nothing is at the place then. */
  readonly signal?: AbortSignal;
  /** Of the content, hexadecimal; a storage elsewhere keeps it beside the bytes. */
  readonly sha256?: string;
}

/**
 * Where the bytes of uploaded files lie: a folder, or a bucket of an S3-compatible service. A place is a path below it such as
 * `202603/ab/20260302_….pdf` or `incoming/parts/…/0000001`: letters, digits and `_ - . /`, made by us; nothing a sender wrote becomes part of one.
 * A storage elsewhere that does not answer: AppError `core.storage-down` (503) from everything here. A place where nothing lies: an Error of code `ENOENT`
 * from what reads.
 */
export interface FileStorage {
  readonly kind: 'disk' | 's3';
  /** True: putting takes as long as a network does, so it is done before a transaction begins. */
  readonly remote: boolean;
  /**
   * Looks whether it can be reached and is nobody else's; once, before the server starts.
   * @param owner name of this installation
   * @throws ConfigError with a sentence for whoever starts the server
   */
  prepare(owner: string): Promise<void>;
  /** Puts a file of this machine at a place, durably; `source` is gone afterwards. What lay there is replaced. */
  put(place: string, source: string, options?: PutOptions): Promise<void>;
  /** Puts a few bytes there, not more than a picture has. */
  putBytes(place: string, bytes: Buffer): Promise<void>;
  /** Nothing is fetched before the stream is read. */
  read(place: string, range?: ByteRange): Readable;
  /** Undefined: nothing lies there. `sha256` where it was told when the bytes were put, and is kept beside them. */
  look(place: string): Promise<{ readonly size: number; readonly sha256?: string } | undefined>;
  /** Nothing there is no mistake. */
  remove(place: string): Promise<void>;
  /** Everything below a place that ends with `/`, or everything; in no order that counts. */
  list(below: '' | `${string}/`): AsyncIterable<StoredObject>;
  /** Names of the folders right below, and when something was last put into each. */
  folders(below: `${string}/`): Promise<readonly { readonly name: string; readonly modifiedAt: Date }[]>;
  /** A folder with all that lies in it. */
  removeBelow(below: `${string}/`): Promise<void>;
  /** Takes away what puttings left that were cut off before this moment. */
  forgetUnfinished(before: Date): Promise<void>;
  close(): void;
}

/** Of files that count: month, two hexadecimal digits, id. What else lies in a storage is still arriving or its own. */
const KEPT = /^\d{6}\/[0-9a-f]{2}\/(\d{8}_[0-9a-f]{32}\.[a-z0-9]{1,8})(?:\.\d{2,4}\.jpg)?$/;

/** Where a file lies, in every storage: so that files move from one to another as they are. */
export const placeOf = (fileId: string): string => `${fileId.slice(0, 6)}/${fileId.slice(9, 11)}/${fileId}`;

/** Which file lies at a place or has its small picture there; undefined: none that counts. */
export const fileAt = (place: string): string | undefined => KEPT.exec(place)?.[1];

/** All that belongs to files that count. */
export async function* keptObjects(storage: Pick<FileStorage, 'list'>): AsyncGenerator<StoredObject> {
  for await (const object of storage.list('')) if (fileAt(object.place) !== undefined) yield object;
}
