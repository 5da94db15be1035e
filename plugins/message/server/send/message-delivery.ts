import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { MessageDelivery } from '../../contract/message-delivery.service.ts';
import { MAX_KEY, MAX_MESSAGE_TEXT, MAX_TITLE } from '../../contract/message-limits.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { storeMessage } from './store-message.command.ts';

const malformed = (what: string): AppError => new AppError('message.malformed', { code: EnvelopeCode.Fault, params: { what } });

/** Messages for persons, in one language, from other parts of the server. */
export const deliveryIn = (ctx: ReadCtx): MessageDelivery => ({
  async deliver({ receivers, type, title, bodyText, link, urgency = 'normal', from, key }) {
    if (title.trim() === '' || title.length > MAX_TITLE) throw malformed('title');
    if (bodyText.length > MAX_MESSAGE_TEXT) throw malformed('bodyText');
    if (key === '' || key.length > MAX_KEY) throw malformed('key');
    return await storeMessage(ctx, {
      ...{ type, kind: '', title, bodyText, texts: null, creatorId: from.userId ?? '', creatorUser: from.name, link: link ?? null, urgency, key },
      audience: { addressees: receivers.map((id) => ({ kind: 'user', id })) },
    });
  },
});
