import type { CallOptions, CallResult, Toast } from '@nephra/plugin-sdk/web';

/** How long the result of an import is shown, in milliseconds (spec 8-08). */
const TOLD = { toastMs: 1_000 };

/**
 * Takes a file in and says how that ended: what the server says of it, or why it refused (spec 8-08).
 * @param call sends the file, with the options that it gets
 * @throws ApiError that was told
 */
export async function toldImport<Answer>(toast: Toast, call: (options: CallOptions) => Promise<CallResult<Answer>>): Promise<CallResult<Answer>> {
  const answer = await call(TOLD);
  toast.success(answer.msg, TOLD.toastMs);
  return answer;
}
