import type { IncomingHttpHeaders } from 'node:http';
import { BucketRefusal, type SimBucket } from './bucket.ts';

export interface SimAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface SimCall {
  readonly method: string;
  /** '' is the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const XML = { 'content-type': 'application/xml' };
const EMPTY = Buffer.alloc(0);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const xml = (text: string): SimAnswer => ({ status: 200, headers: XML, body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`) });
const done = (headers: Readonly<Record<string, string>> = {}, status = 200): SimAnswer => ({ status, headers, body: EMPTY });

const metaOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])));

/** What the bucket says to a call that is signed well. */
export function answerCall(bucket: SimBucket, call: SimCall, refusal: (status: number, code: string) => SimAnswer): SimAnswer {
  try {
    return call.key === '' ? ofBucket(bucket, call) : ofObject(bucket, call);
  } catch (error) {
    if (error instanceof BucketRefusal) return refusal(error.status, error.code);
    throw error;
  }
}

function ofBucket(bucket: SimBucket, { method, query }: SimCall): SimAnswer {
  if (method !== 'GET') throw new BucketRefusal(405, 'MethodNotAllowed');
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const uploads = [...bucket.uploads].filter(([, { key }]) => key.startsWith(prefix));
    const lines = uploads.map(
      ([id, { key, initiated }]) => `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return xml(`<ListMultipartUploadsResult>${lines.join('')}</ListMultipartUploadsResult>`);
  }
  if (query.get('list-type') !== '2') throw new BucketRefusal(501, 'NotImplemented');
  const { keys, more } = bucket.page(prefix, query.get('continuation-token') ?? '');
  const lines = keys.map((key) => {
    const { body, etag, modifiedAt } = bucket.get(key, undefined);
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${body.length}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${escaped(keys.at(-1) ?? '')}</NextContinuationToken>` : '';
  return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${lines.join('')}</ListBucketResult>`);
}

function ofObject(bucket: SimBucket, { method, key, query, headers, body }: SimCall): SimAnswer {
  const now = new Date();
  const uploadId = query.get('uploadId');
  if (method === 'POST' && query.has('uploads'))
    return xml(`<InitiateMultipartUploadResult><UploadId>${bucket.begin(key, metaOf(headers), now)}</UploadId></InitiateMultipartUploadResult>`);
  if (method === 'POST' && uploadId !== null) {
    const parts = [...body.toString('utf8').matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g)];
    const named = parts.map(([, number, etag = '']) => ({ number: Number(number), etag: etag.replaceAll('&quot;', '"') }));
    return xml(`<CompleteMultipartUploadResult><ETag>${escaped(bucket.complete(uploadId, key, named, now))}</ETag></CompleteMultipartUploadResult>`);
  }
  if (method === 'PUT' && uploadId !== null) return done({ etag: bucket.part(uploadId, key, Number(query.get('partNumber')), body) });
  if (method === 'PUT') return done({ etag: bucket.put(key, body, metaOf(headers), headers['if-none-match'], now) });
  if (method === 'DELETE' && uploadId !== null) bucket.abandon(uploadId, key);
  else if (method === 'DELETE') bucket.objects.delete(key);
  if (method === 'DELETE') return done({}, 204);
  if (method === 'GET' || method === 'HEAD') return read(bucket, key, headers);
  throw new BucketRefusal(405, 'MethodNotAllowed');
}

function read(bucket: SimBucket, key: string, headers: IncomingHttpHeaders): SimAnswer {
  const { body, etag, meta, modifiedAt } = bucket.get(key, headers['if-match']);
  const facts = { etag, ...meta, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' };
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (!range) return { status: 200, headers: facts, body };
  const from = Number(range[1]);
  const to = range[2] === '' ? body.length - 1 : Math.min(Number(range[2]), body.length - 1);
  if (from >= body.length || to < from) throw new BucketRefusal(416, 'InvalidRange');
  return { status: 206, headers: { ...facts, 'content-range': `bytes ${from}-${to}/${body.length}` }, body: body.subarray(from, to + 1) };
}
