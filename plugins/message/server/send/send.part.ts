import { codeSender, extend, growing, messageChannels, provide, type ServerPart, small, smsSending, subscribe } from '@nephra/plugin-sdk/server';
import type { MessageDb } from '../tables/tables.ts';
import { mailChannel } from './channels/mail.channel.ts';
import { smsChannel } from './channels/sms/sms.channel.ts';
import { codeSendingIn } from './channels/sms/code-sending.ts';
import { smsSendingIn } from './channels/sms/sms-sending.ts';
import { ownKinds, shellKinds } from './kinds.ts';
import { laneWorker, outboxWritten } from './outbox/lane-worker.ts';
import { outboxRoutes } from './outbox/outbox.routes.ts';
import { tidyOutboxJob } from './outbox/tidy-outbox.job.ts';
import { preferenceRoutes } from './preference/preference.routes.ts';

const lanes = laneWorker();

/** What leaves the product: rows that wait, the channels that they go by, and what people want of them. */
export const sendPart: ServerPart<MessageDb> = {
  name: 'send',
  implementations: [outboxRoutes, preferenceRoutes],
  services: [provide(smsSending, smsSendingIn), provide(codeSender, codeSendingIn)],
  extensions: [extend(messageChannels, mailChannel), extend(messageChannels, smsChannel), ...shellKinds, ...ownKinds],
  subscribers: [subscribe(outboxWritten, ({ channel }, ctx) => lanes.wake(ctx, channel))],
  jobs: [lanes.job, tidyOutboxJob],
  // 10,000 people, a mail a day each, for a quarter of a year; quiet hours and choices are of those who made some.
  tableSizes: { outbox: growing(900_000), lane: small(20), choice: growing(300_000), quiet: small(20_000) },
  start: () => lanes.worker.start(),
  stop: () => lanes.worker.stop(),
};
