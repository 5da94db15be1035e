import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FastifyInstance } from 'fastify';
import { isDeeperThan, MAX_DEPTH } from './body-depth.ts';
import { MAX_TEXT_BYTES, TextBody } from './text-body.ts';

const tooDeep = (): AppError => new AppError('core.body-too-deep', { code: EnvelopeCode.Invalid, params: { max: MAX_DEPTH } });

/** Takes JSON, forms, XML for routes that ask for it, and uploads; anything else is refused. An upload is left unread: that happens after access was granted. */
export function addBodyParsers(app: FastifyInstance): void {
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
  app.addContentTypeParser(['text/xml', 'application/xml'], { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES }, (_request, text, done) => {
    done(null, new TextBody(text as string));
  });
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
}
