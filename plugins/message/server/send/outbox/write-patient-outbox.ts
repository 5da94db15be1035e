import type { Language, OrgId } from '@nephra/plugin-sdk/contract';
import { messageTemplates } from '@nephra/plugin-sdk/server';
import { openParams, outsideText } from '../../../domain/send/outside-text.ts';
import type { ItemStored } from '../../tables/item.table.ts';
import { outboxTable } from '../../tables/outbox.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { kindsIn } from '../kinds.ts';
import { channelsOf } from '../preference/ways.query.ts';
import { outboxWritten } from './lane-worker.ts';
import { RANKS } from './write-outbox.ts';

/** Files of one organisation that a message is for. */
export interface PatientReceivers {
  readonly organisation: OrgId;
  readonly patients: readonly string[];
}

/** Patients read no page of ours that has a language, and few pages of the hospital have more than this one. */
const LANGUAGE = 'zh' as const satisfies Language;

/**
 * Rows for patients, of those who have an address at a channel that the kind names (or a site's template of it). A kind that is not for patients writes none: its words are
 * for staff. @returns patients for whom at least one row waits
 */
export async function writePatientOutbox(
  ctx: ReadCtx,
  item: ItemStored,
  receivers: readonly PatientReceivers[],
  params: Readonly<Record<string, string | number>>,
): Promise<number> {
  const kind = kindsIn(ctx).get(item.kind);
  if (receivers.length === 0 || !kind?.forPatients) return 0;
  const template = await ctx.optionalService(messageTemplates)?.ofKind(kind.code);
  const wanted = template?.channels ?? kind.channels;
  const urgency = template?.urgency ?? item.urgency;
  const { subject, text } = outsideText(kind, template, params, LANGUAGE);
  const reached = new Set<string>();
  for (const channel of await channelsOf(ctx, kind.code)) {
    if (!channel.patientAddresses || !wanted.includes(channel.code)) continue;
    for (const { organisation, patients } of receivers) {
      const addresses = await channel.patientAddresses(organisation, patients);
      const rows = patients
        .filter((id) => addresses.has(id))
        .map((userId) => ({
          ...{ sendKey: item.sendKey, userId, orgId: organisation, userName: '', channel: channel.code, kind: kind.code },
          ...{ urgency, rank: RANKS[urgency], language: LANGUAGE, subject, bodyText: text, params: openParams(kind, params) },
          ...{ state: 'waiting' as const, tries: 0, unsure: false, nextTryAt: ctx.clock.steady(), attemptId: '', address: '', reason: '', said: '' },
        }));
      await outboxTable.insertAll(ctx, rows, { unlessTaken: ['sendKey', 'userId', 'channel'] });
      for (const { userId } of rows) reached.add(userId);
      if (rows.length > 0) ctx.publish(outboxWritten, { channel: channel.code });
    }
  }
  return reached.size;
}
