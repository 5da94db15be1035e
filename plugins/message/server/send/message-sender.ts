import { AppError, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { MAX_MESSAGE_PATIENTS, type MessageReceivers, type MessageSender, type MessageToSend } from '@nephra/plugin-sdk/server';
import { MAX_KEY, MAX_MESSAGE_TEXT, MAX_TITLE } from '../../contract/message-limits.ts';
import type { Addressee } from '../../domain/receivers/addressee.ts';
import { filledText, textFlaw } from '../../domain/filled-text.ts';
import type { Audience } from '../reader/people.query.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { kindsIn } from './kinds.ts';
import type { PatientReceivers } from './outbox/write-patient-outbox.ts';
import { roleIdsOf, storeMessage } from './store-message.command.ts';

const MAX_FROM = 100;
const malformed = (what: string): AppError => new AppError('message.malformed', { code: EnvelopeCode.Fault, params: { what } });

async function addresseesOf(ctx: ReadCtx, receivers: MessageReceivers): Promise<Addressee[]> {
  if ('administrators' in receivers || 'patients' in receivers) return [];
  if ('persons' in receivers) return receivers.persons.map((id) => ({ kind: 'user', id }));
  const { organisation, roles } = receivers;
  if (!roles) return [{ kind: 'organisation', id: organisation }];
  return (await roleIdsOf(ctx, roles)).map((id) => ({ kind: 'role', id, within: organisation }));
}

async function audienceOf(ctx: ReadCtx, receivers: readonly MessageReceivers[]): Promise<Audience> {
  const addressees: Addressee[] = [];
  for (const one of receivers) addressees.push(...(await addresseesOf(ctx, one)));
  return { addressees, administrators: receivers.some((one) => 'administrators' in one) };
}

/** Patients of each organisation, each once. @throws AppError `message.malformed` for more than one message may name */
function patientsOf(receivers: readonly MessageReceivers[]): PatientReceivers[] {
  const byOrganisation = new Map<OrgId, Set<string>>();
  for (const one of receivers) {
    if (!('patients' in one)) continue;
    const known = byOrganisation.get(one.organisation) ?? new Set<string>();
    byOrganisation.set(one.organisation, known);
    for (const id of one.patients) known.add(id);
  }
  const found = [...byOrganisation].map(([organisation, ids]) => ({ organisation, patients: [...ids] }));
  if (found.reduce((sum, { patients }) => sum + patients.length, 0) > MAX_MESSAGE_PATIENTS) throw malformed('patients');
  return found;
}

/** @throws AppError `message.malformed` */
function assertWhole(
  { kind, key }: MessageToSend,
  texts: { readonly title: MessageToSend['title']; readonly text: MessageToSend['text']; readonly from: MessageToSend['from'] },
): void {
  const plugin = kind.split('.')[0] ?? '';
  if (kind.length > 100 || plugin === '' || !kind.includes('.')) throw malformed('kind');
  if (key.length > MAX_KEY || !key.startsWith(plugin)) throw malformed('key');
  for (const [name, max] of Object.entries({ title: MAX_TITLE, text: MAX_MESSAGE_TEXT, from: MAX_FROM }))
    if (textFlaw(texts[name as keyof typeof texts], max)) throw malformed(name);
}

/** Messages of plugins to people. */
export const senderIn = (ctx: ReadCtx): MessageSender => ({
  async send(message) {
    const [title, text] = [filledText(message.title, message.params), filledText(message.text, message.params)];
    const declared = kindsIn(ctx).get(message.kind);
    assertWhole(message, { title, text, from: message.from });
    return await storeMessage(ctx, {
      ...{ type: 2, kind: message.kind, title: title.zh, bodyText: text.zh, creatorId: '', creatorUser: message.from.zh },
      texts: {
        ...{ titleZhtw: title.zhtw, titleEn: title.en, textZhtw: text.zhtw, textEn: text.en },
        ...{ fromZhtw: message.from.zhtw, fromEn: message.from.en },
      },
      ...{
        link: message.link ? { menu: message.link.menu, query: { ...message.link.query } } : null,
        urgency: message.urgency ?? declared?.urgency ?? 'normal',
        key: message.key,
      },
      ...(message.params && { params: message.params }),
      audience: await audienceOf(ctx, message.receivers),
      patients: patientsOf(message.receivers),
    });
  },
});
