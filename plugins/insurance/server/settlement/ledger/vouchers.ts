import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/** A voucher on a telephone is good for so long at most; afterwards it is shown again. */
const KEPT_MS = 30 * 60_000;

/**
 * Tokens of electronic vouchers between looking at the amounts and settling. They are never written anywhere: a server that stops forgets
 * them, and the patient shows the voucher once more.
 */
export class Vouchers {
  readonly #tokens = new Map<string, { token: string; until: number }>();

  keep(settlementId: string, token: string, now: Date): void {
    for (const [id, { until }] of this.#tokens) if (until <= now.getTime()) this.#tokens.delete(id);
    this.#tokens.set(settlementId, { token, until: now.getTime() + KEPT_MS });
  }

  /** @throws AppError `insurance.voucher-gone` */
  of(settlementId: string, now: Date): string {
    const kept = this.#tokens.get(settlementId);
    if (!kept || kept.until <= now.getTime()) throw new AppError('insurance.voucher-gone', { code: EnvelopeCode.Refused });
    return kept.token;
  }

  forget(settlementId: string): void {
    this.#tokens.delete(settlementId);
  }
}

/** Of this process. */
export const vouchers = new Vouchers();
