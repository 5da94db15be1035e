import type { PlatformAnswer } from '../model.ts';

/** The answer as the specification has it: infcode a number, output an object. */
export const plainBody = (answer: PlatformAnswer) => ({
  infcode: Number(answer.infcode),
  inf_refmsgid: answer.refmsgid,
  refmsg_time: answer.receivedAt,
  respond_time: answer.receivedAt,
  err_msg: answer.errMsg,
  output: answer.output,
});
