import { type ReadCtx, accountTable, simulationTable } from './tables/tables.ts';

/** Where the simulated mail server of the demo system listens, and whose mailboxes it has. */
export interface MailDemo {
  readonly imapAddress: string;
  readonly smtpAddress: string;
  readonly password: string;
  readonly mailboxes: readonly { readonly userId: string; readonly address: string }[];
}

const SIGNATURE = 'SIM 康源血液透析中心';

/** Each of the demo's accounts has a mailbox at the simulation, with letters that are made up. */
export async function fillDemo(data: unknown, ctx: ReadCtx): Promise<void> {
  const { imapAddress, smtpAddress, password, mailboxes } = data as MailDemo;
  await simulationTable.insertAll(ctx, [{ id: 'demo', imapAddress, smtpAddress }]);
  const passwordSealed = ctx.secrets.seal(password);
  await accountTable.insertAll(
    ctx,
    mailboxes.map(({ userId, address }) => ({
      ...{ userId, address, account: address, senderName: '', signature: SIGNATURE, passwordSealed, imapAddress, smtpAddress },
      checkedAt: ctx.clock.now(),
    })),
  );
}
