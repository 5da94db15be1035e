import { ApiError, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import type { RxAct, RxNotice } from '../rx-acts.ts';

const FAILURE_TEXT: Readonly<Record<RxAct, string>> = {
  save: 'failed.update',
  confirm: 'failed.confirm',
  unconfirm: 'failed.unconfirm',
  remove: 'failed.remove',
  split: 'failed.split',
};

export interface RxRefusal {
  readonly notice: RxNotice;
  /** Sentences by place of the line. */
  readonly complaints: ReadonlyMap<number, string>;
}

/** Tells a failed act. @returns what it means for the prescription; undefined when it was a fault of the page */
export function tellFailure(ctx: WebContext, act: RxAct, wasNew: boolean, error: unknown): RxRefusal | undefined {
  const title = ctx.t(act === 'save' && wasNew ? 'failed.add' : FAILURE_TEXT[act]);
  const complaints = new Map<number, string>();
  if (!(error instanceof ApiError)) {
    ctx.report(error, `prescription.${act}`);
    ctx.toast.error(title);
    return undefined;
  }
  if (isUnknownOutcome(error)) return { notice: { kind: 'unknown', act }, complaints };
  ctx.toast.error(ctx.t('failed.because', { title, reason: error.message }));
  for (const { path } of error.fields) complaints.set(Number(/prescriptionDetailList\.(\d+)/.exec(path)?.[1] ?? -1), error.message);
  return {
    notice: error.error === 'prescription.stale' ? { kind: 'stale', mine: null } : { kind: 'refused', text: error.message },
    complaints,
  };
}
