import type { UserId } from '@nephra/plugin-sdk/contract';
import { type MessageChannel, messageChannels, type MessageKind, messageTemplates, type MessageTemplateText } from '@nephra/plugin-sdk/server';
import { channelsFor, IN_PRODUCT } from '../../../domain/send/chosen-channels.ts';
import { choiceTable } from '../../tables/outbox.table.ts';
import type { ReadCtx } from '../../tables/tables.ts';
import { kindsIn } from '../kinds.ts';

/** By which ways a message goes, and to whom by which. */
export interface WaysOfMessage {
  /** Whether it goes to this person by this way. */
  takes(person: UserId, channel: string): boolean;
  /** Channels besides the product that are set up now. None for a kind that nobody declares. */
  readonly channels: readonly MessageChannel[];
  readonly kind: MessageKind | undefined;
  readonly template: MessageTemplateText | undefined;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Channels of running plugins; of two with one code the first. */
export function channelsIn(ctx: Pick<ReadCtx, 'extensions'>): MessageChannel[] {
  const channels = new Map<string, MessageChannel>();
  for (const { value } of ctx.extensions(messageChannels)) if (!channels.has(value.code)) channels.set(value.code, value);
  return [...channels.values()];
}

/** Those that are set up and can say this kind. */
export async function channelsOf(ctx: Pick<ReadCtx, 'extensions'>, kind: string): Promise<MessageChannel[]> {
  const ready: MessageChannel[] = [];
  for (const channel of channelsIn(ctx)) if ((await channel.ready()) && ((await channel.serves?.(kind)) ?? true)) ready.push(channel);
  return ready;
}

/** What these people chose for a kind. */
async function choicesOf(ctx: ReadCtx, kind: string, people: readonly { readonly userId: UserId }[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await choiceTable
    .everywhere(ctx, 'ways that the receivers of a message chose', 'choice')
    .where('choice.kind', '=', kind)
    .where(
      'choice.userId',
      'in',
      people.map(({ userId }) => userId),
    )
    .execute();
  return new Map(rows.map(({ userId, channels }) => [userId, channels]));
}

/** Ways of a message of this kind for these people. One of a kind that nobody declares, or of none, is shown in the product and goes nowhere else. */
export async function waysOf(
  ctx: ReadCtx,
  code: string,
  people: readonly { readonly userId: UserId }[],
  params: Readonly<Record<string, string | number>>,
): Promise<WaysOfMessage> {
  const kind = code === '' ? undefined : kindsIn(ctx).get(code);
  if (!kind || people.length === 0) return { takes: (_person, channel) => channel === IN_PRODUCT, channels: [], kind: undefined, template: undefined, params };
  const template = await ctx.optionalService(messageTemplates)?.ofKind(code);
  const channels = await channelsOf(ctx, code);
  const choices = await choicesOf(ctx, code, people);
  const known = channels.map((channel) => channel.code);
  const rule = { required: kind.required ?? false, channels: kind.channels };
  const ways = new Map(people.map(({ userId }) => [userId, channelsFor(rule, { chosen: choices.get(userId), ofSite: template?.channels, known })]));
  return { takes: (person, channel) => ways.get(person)?.includes(channel) ?? false, channels, kind, template, params };
}
