import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { PUBLIC_FAILURES, type PublicFailure } from '../../contract/public/public-limits.ts';
import { WORK_FAILURES, type WorkFailure } from '../../contract/work/work-limits.ts';
import { addressSeen } from '../../domain/work/work-errors.ts';

export type WechatFailure = WorkFailure | PublicFailure;
export const isFailure = (text: string): text is WechatFailure => ([...WORK_FAILURES, ...PUBLIC_FAILURES] as readonly string[]).includes(text);

/** A call that brought nothing. */
export class WechatError extends Error {
  readonly failure: WechatFailure;
  /** What the service said; 0: nothing. */
  readonly errcode: number;
  readonly said: string;
  /** False: it is certain that the service did nothing. */
  readonly doubtful: boolean;
  constructor(failure: WechatFailure, { errcode = 0, said = '', doubtful = false }: { errcode?: number; said?: string; doubtful?: boolean } = {}) {
    super(`WeChat: ${failure} ${errcode}`);
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

/** The same as a person reads it, of the work account. */
export const refusalOf = (error: WechatError, gateway: string): AppError =>
  new AppError(`wechat.work-${error.failure}`, { code: EnvelopeCode.Refused, params: error.params(gateway), cause: error });

/** The same of the public account. */
export const publicRefusalOf = (error: WechatError, gateway: string): AppError =>
  new AppError(`wechat.mp-${error.failure}`, { code: EnvelopeCode.Refused, params: error.params(gateway), cause: error });
