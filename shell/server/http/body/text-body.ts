import { AppError, EnvelopeCode, type Route } from '@nephra/plugin-sdk/contract';

/** What a foreign system sends besides its own few hundred bytes is not worth reading. */
const MAX_TEXT_BYTES = 64 * 1_024;

/** A body that came as XML and was not parsed here. No JSON can be one, so no other route takes it for what it expects. */
export class TextBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** @throws AppError `core.body-too-large`; the rest is left unread */
export async function readText(payload: AsyncIterable<Buffer>): Promise<TextBody> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of payload) {
    size += piece.length;
    if (size > MAX_TEXT_BYTES) throw new AppError('core.body-too-large', { code: EnvelopeCode.TooLarge });
    pieces.push(piece);
  }
  return new TextBody(Buffer.concat(pieces).toString('utf8'));
}

export const takesText = (route: Route): boolean => route.method !== 'GET' && route.encoding === 'text';

/** The text for a route with `encoding: 'text'`. @throws AppError `core.malformed-body` for anything else, and for text to any other route */
export function textOf(route: Route, given: unknown): unknown {
  if (takesText(route) !== given instanceof TextBody) throw new AppError('core.malformed-body', { code: EnvelopeCode.Invalid });
  return given instanceof TextBody ? given.text : given;
}
