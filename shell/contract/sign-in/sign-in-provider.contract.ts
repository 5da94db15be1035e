import { defineContract, post, Type } from '@nephra/plugin-sdk/contract';

const params = Type.Object({ code: Type.String({ minLength: 1, maxLength: 20, pattern: '^[a-z][a-z0-9-]*$' }) });
/** What providers send back; that of a WeChat work account has at most 512 characters. */
const MAX_RETURNED_CODE = 512;
const MAX_SECRET = 100;

/** Signing in by another system, such as the scan of a WeChat work account: the browser is sent there and comes back with a code. */
export const signInProviderContract = defineContract('sign-in-provider', {
  begin: post('/api/oauth/Provider/{code}', {
    summary:
      'Where to send the browser. `nonce` stays in the page that asked: without it nobody gets in by what comes back. ' +
      'Refused (`core.provider-gone`) where the provider is off or not set up, and by the sentence of the provider where it cannot be done from this address',
    need: 'public',
    audit: 'none',
    retry: 'never',
    retryReason: 'each call makes a ticket',
    params,
    reply: Type.Object({ url: Type.String(), nonce: Type.String(), expiresInSeconds: Type.Integer() }),
  }),
  enter: post('/api/oauth/Provider/{code}/Actions/Enter', {
    summary:
      'Signs in with what came back. Refused: `core.provider-state` (another page or browser began, too late, or a second time), the sentence of the provider, ' +
      'and what keeps an account out at every sign-in',
    need: 'public',
    audit: 'security',
    retry: 'never',
    retryReason: 'a code is good once',
    params,
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: MAX_RETURNED_CODE }),
      state: Type.String({ minLength: 1, maxLength: MAX_SECRET }),
      nonce: Type.String({ minLength: 1, maxLength: MAX_SECRET }),
    }),
    reply: Type.Object({ token: Type.String(), theme: Type.String() }),
  }),
});
