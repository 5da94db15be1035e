import { ForeignDatabaseError, MailError, type Outbound, OutboundError, type OutboundReply, type OutboundRequest } from '../../server/index.ts';

/** How a test plays the foreign system; throw an `OutboundError` for one that cannot be reached. */
export type FakeForeignSystem = (request: OutboundRequest) => OutboundReply | Promise<OutboundReply>;

/** An answer of a foreign system; what is no text goes as JSON. */
export const fakeReply = (content: unknown, status = 200): OutboundReply => ({
  status,
  headers: { 'content-type': typeof content === 'string' ? 'text/plain' : 'application/json' },
  body: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});

const noMailServer = async (): Promise<never> => {
  throw new MailError('not-allowed');
};

/** Keeps every call in `calls`. Without an answerer nothing may be called. */
export function createFakeOutbound(answer: FakeForeignSystem | undefined, calls: OutboundRequest[], inTransaction: () => boolean): Outbound {
  return {
    allows: () => answer !== undefined,
    databases: {
      allows: () => false,
      read: async () => {
        throw new ForeignDatabaseError('not-allowed', '', 'no foreign database stands behind a fake context');
      },
    },
    mailboxes: {
      allows: () => false,
      open: noMailServer,
      compose: noMailServer,
      send: noMailServer,
      verify: noMailServer,
    },
    async send(request) {
      if (inTransaction()) throw new Error('A foreign system must not be called inside a database transaction.');
      calls.push(request);
      if (!answer) throw new OutboundError('not-allowed', false, `${request.method}: not-allowed`);
      return await answer(request);
    },
  };
}
