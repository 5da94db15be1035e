import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import { messageKind } from '@nephra/plugin-sdk/server';
import type { WechatDb } from '../../tables/tables.ts';

export const REMINDER_KIND = 'wechat.reminder';
/** All that a patient reads outside. */
export const REMINDER_TITLE: TextByLanguage = { zh: '您有一条透析提醒', zhtw: '您有一則透析提醒', en: 'A dialysis reminder waits for you' };

/** Reminders that staff send to bound followers. */
export const reminderKind = messageKind<WechatDb>({
  ...{ code: REMINDER_KIND, title: { zh: '患者透析提醒', zhtw: '病患透析提醒', en: 'Dialysis reminder to a patient' }, urgency: 'normal' },
  ...{ channels: ['wechat'], forPatients: true, params: {}, outside: REMINDER_TITLE },
});
