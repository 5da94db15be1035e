import { createHash, randomUUID } from 'node:crypto';

/** What lies under a key. */
export interface SimObject {
  readonly body: Buffer;
  readonly etag: string;
  readonly modifiedAt: Date;
  /** `x-amz-meta-…`, as they came. */
  readonly meta: Readonly<Record<string, string>>;
}

interface Upload {
  readonly key: string;
  readonly initiated: Date;
  readonly meta: Readonly<Record<string, string>>;
  readonly parts: Map<number, { readonly body: Buffer; readonly etag: string }>;
}

const MIN_PART_BYTES = 5 * 1_048_576;
const md5 = (body: Buffer): string => createHash('md5').update(body).digest('hex');

/** Code of the refusal. */
export class BucketRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** One bucket in memory. */
export class SimBucket {
  readonly objects = new Map<string, SimObject>();
  readonly uploads = new Map<string, Upload>();
  /** Objects of one page of a list. */
  pageSize = 1_000;

  put(key: string, body: Buffer, meta: Readonly<Record<string, string>>, ifNoneMatch: string | undefined, now: Date): string {
    if (ifNoneMatch === '*' && this.objects.has(key)) throw new BucketRefusal(412, 'PreconditionFailed');
    const etag = `"${md5(body)}"`;
    this.objects.set(key, { body, etag, meta, modifiedAt: now });
    return etag;
  }

  get(key: string, ifMatch: string | undefined): SimObject {
    const found = this.objects.get(key);
    if (!found) throw new BucketRefusal(404, 'NoSuchKey');
    if (ifMatch !== undefined && ifMatch !== found.etag) throw new BucketRefusal(412, 'PreconditionFailed');
    return found;
  }

  page(prefix: string, after: string): { readonly keys: readonly string[]; readonly more: boolean } {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    return { keys: keys.slice(0, this.pageSize), more: keys.length > this.pageSize };
  }

  begin(key: string, meta: Readonly<Record<string, string>>, now: Date): string {
    const id = randomUUID();
    this.uploads.set(id, { key, meta, initiated: now, parts: new Map() });
    return id;
  }

  part(id: string, key: string, number: number, body: Buffer): string {
    if (!(number >= 1 && number <= 10_000)) throw new BucketRefusal(400, 'InvalidArgument');
    const etag = `"${md5(body)}"`;
    this.#upload(id, key).parts.set(number, { body, etag });
    return etag;
  }

  /** @param named the parts that it is made of, in their order */
  complete(id: string, key: string, named: readonly { readonly number: number; readonly etag: string }[], now: Date): string {
    const { parts, meta } = this.#upload(id, key);
    const bodies = named.map(({ number, etag }, at) => {
      const part = parts.get(number);
      if (!part || part.etag !== etag) throw new BucketRefusal(400, 'InvalidPart');
      if (at > 0 && number <= (named[at - 1]?.number ?? 0)) throw new BucketRefusal(400, 'InvalidPartOrder');
      if (at < named.length - 1 && part.body.length < MIN_PART_BYTES) throw new BucketRefusal(400, 'EntityTooSmall');
      return part.body;
    });
    if (bodies.length === 0) throw new BucketRefusal(400, 'MalformedXML');
    const body = Buffer.concat(bodies);
    const etag = `"${md5(body)}-${bodies.length}"`;
    this.objects.set(key, { body, etag, meta, modifiedAt: now });
    this.uploads.delete(id);
    return etag;
  }

  abandon(id: string, key: string): void {
    this.#upload(id, key);
    this.uploads.delete(id);
  }

  #upload(id: string, key: string): Upload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new BucketRefusal(404, 'NoSuchUpload');
    return upload;
  }
}
