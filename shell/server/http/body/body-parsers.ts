import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDeeperThan, MAX_DEPTH } from './body-depth.ts';
import { readText } from './text-body.ts';

const tooDeep = (): AppError => new AppError('core.body-too-deep', { code: EnvelopeCode.Invalid, params: { max: MAX_DEPTH } });

/**
 * Takes JSON, forms and uploads; anything else is refused. An upload is left unread: that happens after access was granted.
 * @param asksForText the call leads to a route that takes XML as text; to any other it is of a type like those that nobody knows
 */
export function addBodyParsers(app: FastifyInstance, asksForText: (request: FastifyRequest) => boolean): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Clients of the platform send the JSON type without a body on calls such as Actions/State.
    if (text === '') done(null, undefined);
    else parseJson(request, text as string, (error, value) => (error === null && isDeeperThan(value, MAX_DEPTH) ? done(tooDeep()) : done(error, value)));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)));
  });
  app.addContentTypeParser(['text/xml', 'application/xml'], async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    if (!asksForText(request)) throw new AppError('core.bad-content-type', { code: EnvelopeCode.Invalid });
    return await readText(payload);
  });
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
}
