import type { Channel } from '../channels.ts';
import { openParams, outsideText } from '../../../domain/send/outside-text.ts';
import { outboxTable } from '../../tables/outbox.table.ts';
import { outboxWritten } from './lane-worker.ts';

export const RANKS = { urgent: 0, important: 1, normal: 2 } as const;

/** Outside of the product: a row for each receiver and channel, of those who want it there and have an address. Written once for the message's key. */
export const writeOutbox: Channel = async (ctx, item, recipients, { takes, channels, kind, template, params }) => {
  if (!kind) return;
  // A site that words a kind says how urgent it is outside, too.
  const urgency = template?.urgency ?? item.urgency;
  for (const channel of channels) {
    const wanted = recipients.filter(({ userId }) => takes(userId, channel.code));
    if (wanted.length === 0) continue;
    const addresses = await channel.addresses(wanted.map(({ userId }) => userId));
    const rows = wanted
      .filter(({ userId }) => addresses.has(userId))
      .map(({ userId, name, language }) => {
        const { subject, text } = outsideText(kind, template, params, language);
        return {
          ...{ sendKey: item.sendKey, userId, orgId: '', userName: name.slice(0, 100), channel: channel.code, kind: kind.code },
          ...{ urgency, rank: RANKS[urgency], language, subject, bodyText: text, params: openParams(kind, params) },
          ...{ state: 'waiting' as const, tries: 0, unsure: false, nextTryAt: ctx.clock.steady(), attemptId: '', address: '', reason: '', said: '' },
        };
      });
    await outboxTable.insertAll(ctx, rows, { unlessTaken: ['sendKey', 'userId', 'channel'] });
    if (rows.length > 0) ctx.publish(outboxWritten, { channel: channel.code });
  }
};
