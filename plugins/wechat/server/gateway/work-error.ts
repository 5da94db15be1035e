import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { WorkFailure } from '../../contract/work/work-limits.ts';
import { addressSeen } from '../../domain/work/work-errors.ts';

/** A call that brought nothing. */
export class WorkError extends Error {
  readonly failure: WorkFailure;
  /** What the service said; 0: nothing. */
  readonly errcode: number;
  readonly said: string;
  /** False: it is certain that the service did nothing. */
  readonly doubtful: boolean;
  constructor(failure: WorkFailure, { errcode = 0, said = '', doubtful = false }: { errcode?: number; said?: string; doubtful?: boolean } = {}) {
    super(`WeChat work account: ${failure} ${errcode}`);
    this.failure = failure;
    this.errcode = errcode;
    this.said = said;
    this.doubtful = doubtful;
  }

  /** What the sentence of this failure names. */
  params(gateway: string): { readonly host: string; readonly errcode: number; readonly said: string; readonly ip: string } {
    return { host: URL.canParse(gateway) ? new URL(gateway).host : gateway, errcode: this.errcode, said: this.said, ip: addressSeen(this.said) || '–' };
  }
}

/** The same as a person reads it. */
export const refusalOf = (error: WorkError, gateway: string): AppError =>
  new AppError(`wechat.work-${error.failure}`, { code: EnvelopeCode.Refused, params: error.params(gateway), cause: error });
