import { defineService, type OrgId, type UserId } from '../../contract/index.ts';

/** What a second person signed for, and who asks. */
export interface CoSignAsked {
  /** Name of the act, beginning with the plugin: `beds.second-check`; the page sends the same one to `POST /api/oauth/CoSign`. */
  readonly act: string;
  /** Id of the record. */
  readonly subject: string;
  /** What the second person must hold to sign it, `beds.ward:btn_check`, and where. */
  readonly right: string;
  readonly orgId: OrgId;
  /** Who is signed in at the device: never the same person, and the signature was made there. */
  readonly besides: UserId;
}

export interface CoSignature {
  readonly userId: UserId;
  readonly userName: string;
}

/** Another person at the same device: two people stand at a bed with one tablet, and both sign for themselves. */
export interface CoSigner {
  /**
   * Uses a signature up, in the running transaction.
   * @throws AppError `core.ticket-invalid` when it is unknown, older than three minutes, used, or of another act, record or device; `core.co-sign-right` where
   *   the second person may not do it; `core.co-sign-same`
   */
  redeem(signature: string, asked: CoSignAsked): Promise<CoSignature>;
}

/** Offered by the shell to every plugin. */
export const coSigner = defineService<CoSigner>('core.co-sign@1');
