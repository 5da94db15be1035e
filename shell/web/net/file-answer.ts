import type { Envelope } from '@nephra/plugin-sdk/contract';

/** The parts of an answer that matter for files. */
export interface Answered {
  readonly data: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

const isRefusal = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && typeof (body as { code?: unknown }).code === 'number' && 'extras' in body;

/** Name in a `Content-Disposition` header (RFC 6266), the one in any script first; empty when there is none. */
export function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  try {
    if (encoded) return decodeURIComponent(encoded);
  } catch {
    // Not ours; the plain name will do.
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
}

/** The file of an answer, with the server's name for it. */
export function fileOf({ data, headers }: Answered): File {
  const blob = data as Blob;
  return new File([blob], fileNameIn(String(headers['content-disposition'] ?? '')), { type: blob.type });
}

/**
 * Where a file was asked for, a refusal arrives as bytes, too: reads it, so that people get its sentence and not a broken
 * file. Other answers pass as they are, JSON documents among them.
 */
export async function readJsonAnswer<A extends Answered>(answer: A): Promise<A> {
  const { data } = answer;
  if (!(data instanceof Blob) || !data.type.includes('json')) return answer;
  try {
    const body: unknown = JSON.parse(await data.text());
    return isRefusal(body) ? { ...answer, data: body } : answer;
  } catch {
    return answer;
  }
}
