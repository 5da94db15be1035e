import { isOutboundError } from '@nephra/plugin-sdk/server';
import { MAX_INLINE_PICTURES, MAX_PICTURE_BYTES } from '../../contract/limits.ts';
import type { RemotePictures } from '../../contract/mail.contract.ts';
import { isNamedIn, pictureType } from '../../domain/remote-picture.ts';
import { inMailbox } from '../account/account.ts';
import type { Ctx } from '../tables/tables.ts';
import { placeOf } from './mailbox-calls.ts';
import { mailView } from './mail-view.ts';

const CONNECT_MS = 4_000;
const TIMEOUT_MS = 8_000;
const OK = 200;
/** Bytes of all together: they go back in one answer. */
const MAX_ALL_BYTES = 8 * 1_048_576;

/**
 * Pictures of a letter that lie elsewhere, fetched by this server because the reader asked: their host learns this server's address and nothing of the reader, no cookie, no
 * referrer, no language. Only hosts of the outbound list, without redirects, no larger than other pictures, and only what is one by its bytes.
 */
export async function remotePictures(ctx: Ctx, id: string, addresses: readonly string[]): Promise<RemotePictures> {
  const at = placeOf(id);
  const { html } = await inMailbox(ctx, async (box) => await mailView(box, at, await box.head(at)));
  const pictures: Record<string, string> = {};
  const refused: RemotePictures['refused'] = [];
  let room = MAX_ALL_BYTES;
  for (const address of [...new Set(addresses)].slice(0, MAX_INLINE_PICTURES)) {
    const refuse = (reason: RemotePictures['refused'][number]['reason']): void => void refused.push({ address, reason });
    if (!isNamedIn(html, address) || !/^https?:\/\//i.test(address) || !URL.canParse(address)) {
      refuse('unknown');
      continue;
    }
    try {
      const request = { url: address, method: 'GET', headers: { accept: 'image/*' }, connectTimeoutMs: CONNECT_MS, timeoutMs: TIMEOUT_MS } as const;
      const { status, body } = await ctx.outbound.send({ ...request, maxBytes: Math.min(MAX_PICTURE_BYTES, room) });
      const type = status === OK ? pictureType(body) : undefined;
      if (type === undefined) refuse(status === OK ? 'type' : 'failed');
      else {
        pictures[address] = `data:${type};base64,${body.toString('base64')}`;
        room -= body.length;
      }
    } catch (error) {
      if (!isOutboundError(error)) throw error;
      refuse(error.failure === 'not-allowed' ? 'not-listed' : error.failure === 'too-large' ? 'large' : 'failed');
    }
  }
  return { pictures, refused };
}
