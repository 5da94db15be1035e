import type { ImapPlace, SmtpPlace } from '@nephra/plugin-sdk/server';
import { settings } from '../../contract/settings.ts';
import { imapPlace, smtpPlace } from '../../domain/server-address.ts';
import { type ReadCtx, simulationTable } from '../tables/tables.ts';

/** The mail servers of the house. */
export interface Servers {
  /** `off`: there is none; `blocked`: the outbound list does not hold it. */
  readonly state: 'ready' | 'off' | 'blocked';
  readonly imapAddress: string;
  readonly smtpAddress: string;
  readonly imap: ImapPlace | undefined;
  /** Undefined: none, or not listed. */
  readonly smtp: SmtpPlace | undefined;
}

/** As the page of settings says, else the simulation of the demo system. */
export async function serversInForce(ctx: ReadCtx): Promise<Servers> {
  const said = (await ctx.setting(settings, 'imapAddress')).trim();
  const [simulation] = said === '' ? await simulationTable.everywhere(ctx, 'the servers that the whole demo system asks').execute() : [];
  const imapAddress = simulation?.imapAddress ?? said;
  const smtpAddress = simulation?.smtpAddress ?? (await ctx.setting(settings, 'smtpAddress')).trim();
  const imap = imapPlace(imapAddress);
  const smtp = smtpPlace(smtpAddress);
  const { mailboxes } = ctx.outbound;
  return {
    state: imap === undefined ? 'off' : mailboxes.allows(imap) ? 'ready' : 'blocked',
    ...{ imapAddress, smtpAddress, imap },
    smtp: smtp && mailboxes.allows(smtp) ? smtp : undefined,
  };
}
