import { AppError, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import { implement, messageTemplates } from '@nephra/plugin-sdk/server';
import { type Preferences, preferenceContract } from '../../../contract/send/preference.contract.ts';
import { channelsFor, IN_PRODUCT } from '../../../domain/send/chosen-channels.ts';
import { maskedAddress } from '../../../domain/send/masked-address.ts';
import { QUIET_ZONES } from '../../../domain/send/quiet-hours.ts';
import { choiceTable, quietTable } from '../../tables/outbox.table.ts';
import type { Ctx, MessageDb } from '../../tables/tables.ts';
import { kindsIn } from '../kinds.ts';
import { channelsIn } from './ways.query.ts';

const FIRST = { on: 0, from: 22 * 60, to: 7 * 60, zone: QUIET_ZONES[0] } as const;

const ownQuiet = (ctx: Ctx) =>
  quietTable.everywhere(ctx, 'the caller’s own quiet hours', 'quiet').where('quiet.userId', '=', ctx.user.userId).executeTakeFirst();

async function preferencesOf(ctx: Ctx): Promise<Preferences> {
  const [quiet, choices] = [
    await ownQuiet(ctx),
    await choiceTable.everywhere(ctx, 'the caller’s own choices', 'choice').where('choice.userId', '=', ctx.user.userId).execute(),
  ];
  const chosen = new Map(choices.map(({ kind, channels }) => [kind, channels]));
  const me = ctx.user.userId as UserId;
  const channels: Preferences['channels'] = [{ code: IN_PRODUCT, title: ctx.text('send.product'), ready: true, address: '' }];
  const ways = channelsIn(ctx).filter(({ patientsAlone }) => patientsAlone !== true);
  for (const way of ways)
    channels.push({
      ...{ code: way.code, title: way.title[ctx.language], ready: await way.ready() },
      address: maskedAddress((await way.addresses([me])).get(me) ?? ''),
    });
  const known = ways.map(({ code }) => code);
  const kinds: Preferences['kinds'] = [];
  for (const kind of kindsIn(ctx).values()) {
    if (kind.direct || kind.forPatients || (kind.forAdministrators && !ctx.user.isAdministrator)) continue;
    const possible = [IN_PRODUCT];
    for (const way of ways) if ((await way.serves?.(kind.code)) ?? true) possible.push(way.code);
    const ofSite = (await ctx.optionalService(messageTemplates)?.ofKind(kind.code))?.channels;
    const rule = { required: kind.required ?? false, channels: kind.channels };
    kinds.push({
      ...{ code: kind.code, title: kind.title[ctx.language], urgency: kind.urgency, required: rule.required, possible, chosen: chosen.has(kind.code) },
      channels: [...channelsFor(rule, { chosen: chosen.get(kind.code), ofSite, known })],
    });
  }
  const { quietOn, fromMinute, toMinute, zone } = quiet ?? {};
  return {
    channels,
    kinds: kinds.sort((a, b) => a.title.localeCompare(b.title, 'zh')),
    quiet: quiet ? { on: quietOn ? 1 : 0, from: fromMinute ?? 0, to: toMinute ?? 0, zone: zone ?? FIRST.zone } : FIRST,
    zones: [...QUIET_ZONES],
    version: quiet?.version ?? 0,
  };
}

const invalid = (ctx: Ctx, key: string, path: string): AppError =>
  new AppError(`message.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: ctx.text(`errors.message.${key}`) }] });

/** Own preferences: every statement names the caller, and nothing in a call names anybody else. */
export const preferenceRoutes = implement<MessageDb>()(preferenceContract, {
  read: (_input, ctx) => preferencesOf(ctx),

  async save({ body: { version, kinds, quiet } }, ctx) {
    const { userId } = ctx.user;
    if (quiet && quiet.on === 1 && quiet.from === quiet.to) throw invalid(ctx, 'quiet-whole-day', 'quiet.to');
    if (quiet && !(QUIET_ZONES as readonly string[]).includes(quiet.zone)) throw invalid(ctx, 'zone-unknown', 'quiet.zone');
    const before = await ownQuiet(ctx);
    const hours = quiet ?? (before ? { on: before.quietOn ? 1 : 0, from: before.fromMinute, to: before.toMinute, zone: before.zone } : FIRST);
    const next = { quiet_on: hours.on === 1, from_minute: hours.from, to_minute: hours.to, zone: hours.zone, version: version + 1 };
    // The caller's own; two who save at once are told apart by the version.
    const { numInsertedOrUpdatedRows } = await ctx.db
      .insertInto('message.quiet')
      .values({ user_id: userId, ...next })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(next).where('message.quiet.version', '=', version))
      .executeTakeFirst();
    if ((before?.version ?? 0) !== version || numInsertedOrUpdatedRows !== 1n) throw new AppError('message.preference-stale', { code: EnvelopeCode.Conflict });
    const declared = kindsIn(ctx);
    for (const { kind, channels } of kinds) {
      // A kind whose plugin was switched off meanwhile is no mistake of the caller, and nothing to keep.
      if (!declared.has(kind)) continue;
      // rows: the caller's own
      await ctx.db.deleteFrom('message.choice').where('user_id', '=', userId).where('kind', '=', kind).execute();
      if (channels) await choiceTable.insertAll(ctx, [{ userId, kind, channels: [...new Set(channels)] }]);
    }
    ctx.audit({
      subject: 'message-preference',
      subjectId: userId,
      after: { kinds: kinds.map(({ kind, channels }) => `${kind}: ${channels?.join(' ') ?? '-'}`), ...(quiet && { quiet }) },
    });
    ctx.message('preferencesSaved');
    return { version: version + 1 };
  },
});
