import { type ChannelResult, isOutboundError, type OutboundReply, type SmsCompany } from '@nephra/plugin-sdk/server';

interface Said {
  readonly code: string;
  readonly message: string;
}
const textIn = (of: unknown, name: string): string => {
  const value = (of as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

/** What a provider says about the one message of a request; undefined: nothing that can be read. */
function saidIn(company: SmsCompany, body: string): Said | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return undefined;
  }
  const found = company === '1' ? answer : (answer as { readonly Response?: unknown } | null)?.Response;
  const failure = (found as { readonly Error?: unknown } | undefined)?.Error;
  const [status] = (found as { readonly SendStatusSet?: readonly unknown[] } | undefined)?.SendStatusSet ?? [];
  const of = company === '1' ? found : (failure ?? status);
  const code = textIn(of, 'Code');
  return code === '' ? undefined : { code, message: textIn(of, 'Message') };
}

/** By the beginning of a provider's code: what it means. The first that fits counts. */
const MEANINGS: readonly (readonly [begins: string, result: 'later' | 'refused', reason: string, channelDown?: true])[] = [
  ['isv.BUSINESS_LIMIT_CONTROL', 'later', 'limited'],
  ['isv.DAY_LIMIT_CONTROL', 'later', 'limited'],
  ['isv.AMOUNT_NOT_ENOUGH', 'later', 'balance', true],
  ['isv.OUT_OF_SERVICE', 'later', 'balance', true],
  ['isv.MOBILE_NUMBER_ILLEGAL', 'refused', 'bad-address'],
  ['isp.', 'later', 'refused'],
  ['Throttling', 'later', 'limited'],
  ['SignatureDoesNotMatch', 'later', 'auth', true],
  ['InvalidAccessKeyId', 'later', 'auth', true],
  ['Forbidden', 'later', 'auth', true],
  ['AuthFailure', 'later', 'auth', true],
  ['UnauthorizedOperation', 'later', 'auth', true],
  ['LimitExceeded', 'later', 'limited'],
  ['RequestLimitExceeded', 'later', 'limited'],
  ['FailedOperation.InsufficientBalance', 'later', 'balance', true],
  ['InvalidParameterValue.IncorrectPhoneNumber', 'refused', 'bad-address'],
  ['InternalError', 'later', 'refused'],
];

/** What an answer of a provider means. A provider that says a code of its own has not sent the message; what cannot be read says nothing. */
export function smsResult(company: SmsCompany, { status, body }: Pick<OutboundReply, 'status' | 'body'>): ChannelResult {
  const said = saidIn(company, body.toString('utf8'));
  if (!said) return { outcome: 'doubtful', reason: 'no-answer', said: `HTTP ${status}` };
  if (said.code === 'OK' || said.code === 'Ok') return { outcome: 'sent' };
  const words = `${said.code} ${said.message}`.replace(/\p{Cc}+/gu, ' ').slice(0, 200);
  const [, outcome, reason, channelDown] = MEANINGS.find(([begins]) => said.code.startsWith(begins)) ?? ['', 'refused', 'refused'];
  return outcome === 'later' ? { outcome, reason, said: words, ...(channelDown && { channelDown }) } : { outcome, reason, said: words };
}

/** What a call means that brought no answer. */
export function smsFailure(error: unknown): ChannelResult {
  if (!isOutboundError(error)) return { outcome: 'doubtful', reason: 'fault' };
  if (error.failure === 'not-allowed') return { outcome: 'later', reason: 'not-listed', channelDown: true };
  return error.sent ? { outcome: 'doubtful', reason: 'no-answer' } : { outcome: 'later', reason: 'unreachable', channelDown: true };
}
