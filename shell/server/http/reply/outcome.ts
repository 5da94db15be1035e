import { Readable } from 'node:stream';
import type { ErrorExtras } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';

/** What became of a call, before it is put into words of HTTP. */
export type Outcome =
  | { readonly kind: 'data'; readonly msg: string; readonly data: unknown; readonly goesOn?: boolean }
  | { readonly kind: 'raw'; readonly raw: RawReply }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string; readonly extras: ErrorExtras };

/** As a header bears it: type, and few parameters. */
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:; ?[\w-]{1,40}="?[\w.+-]{1,100}"?){0,3}$/;
const MAX_CACHE_SECONDS = 366 * 86_400;
const MAX_NAME = 1_000;

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** What a handler gave for a file, which may be anything. @throws TypeError for what is none, before anything of it is sent or kept */
export function rawOf(given: unknown): RawReply {
  const { content, contentType, fileName, disposition, cacheSeconds, ranged } = (given ?? {}) as Partial<RawReply>;
  const wrong = [
    [content instanceof Readable || content instanceof Uint8Array, 'content'],
    [typeof contentType === 'string' && MEDIA_TYPE.test(contentType), 'contentType'],
    [fileName === undefined || (typeof fileName === 'string' && fileName.length <= MAX_NAME), 'fileName'],
    [disposition === undefined || disposition === 'attachment' || disposition === 'inline', 'disposition'],
    [cacheSeconds === undefined || (isWhole(cacheSeconds) && cacheSeconds <= MAX_CACHE_SECONDS), 'cacheSeconds'],
    [ranged === undefined || (isWhole(ranged?.size) && typeof ranged.read === 'function'), 'ranged'],
  ].find(([fits]) => !fits);
  if (!wrong) return given as RawReply;
  if (content instanceof Readable) content.destroy();
  throw new TypeError(`The answer is no file: its ${String(wrong[1])} is none.`);
}
