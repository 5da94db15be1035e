import { type Static, Type } from '@nephra/plugin-sdk/contract';

export const flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
export const text = (max: number) => Type.String({ maxLength: max });

/** What settings of every account say besides its own: whether it can be called, and which state was read. */
export const accountState = {
  /** The outbound list of this installation holds the gateway. */
  gatewayListed: flag,
  /** 0: nothing was saved yet. */
  version: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
};
/** The state that whoever saves has seen. */
export const seenVersion = { version: Type.Integer({ minimum: 0 }) };

export const accountTestReply = Type.Object({
  ok: Type.Boolean(),
  /** `WORK_FAILURES`, of the public account `PUBLIC_FAILURES`; empty: it works. */
  failure: Type.String(),
  /** One sentence: what works, or what to do. */
  message: Type.String(),
  /** Code of the service; 0: it said none. */
  errcode: Type.Integer(),
  milliseconds: Type.Integer(),
});
export type AccountTestReply = Static<typeof accountTestReply>;

/** Facts of every route that tries an account. */
export const tries = { audit: 'security', retry: 'never', retryReason: 'each call asks the service anew, and it counts calls', transaction: 'own' } as const;
