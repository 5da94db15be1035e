import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a call says of itself, as it came over the line. */
export interface SignedCall {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** Code and status of the refusal; undefined: the signature is right. */
export type SignatureFlaw = { readonly status: number; readonly code: string } | undefined;

const MAX_SKEW_MS = 15 * 60_000;
const HEAD = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Names and values in the order of the canonical request. */
function canonicalQuery(query: string): string {
  if (query === '') return '';
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => [encoded(name), encoded(value)] as const);
  pairs.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1));
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Signature Version 4, worked out here anew: nothing is shared with who signs. */
export function signatureFlaw({ method, target, headers, body }: SignedCall, key: Key, now: number): SignatureFlaw {
  const found = HEAD.exec(headers.authorization ?? '');
  if (!found) return { status: 403, code: 'AccessDenied' };
  const [, id, day = '', region = '', names = '', given = ''] = found;
  if (id !== key.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== key.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const stamp = String(headers['x-amz-date'] ?? '');
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!stamp.startsWith(day) || !(Math.abs(now - at) <= MAX_SKEW_MS)) return { status: 403, code: 'RequestTimeTooSkewed' };
  const digest = String(headers['x-amz-content-sha256'] ?? '');
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const signed = names.split(';');
  // Whatever says what is done has to be among what was signed.
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (needed.some((name) => !signed.includes(name))) return { status: 403, code: 'AccessDenied' };
  const [path = '', query = ''] = target.split('?', 2);
  const lines = signed
    .map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}\n`,
    )
    .join('');
  const canonical = [method, path, canonicalQuery(query), lines, names, digest].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const secret = ['s3', 'aws4_request'].reduce((made, part) => hmac(made, part), hmac(hmac(`AWS4${key.secretAccessKey}`, day), region));
  const right = hmac(secret, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')).toString('hex');
  return right === given ? undefined : { status: 403, code: 'SignatureDoesNotMatch' };
}
