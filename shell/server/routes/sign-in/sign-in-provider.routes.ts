import { AppError, type Language } from '@nephra/plugin-sdk/contract';
import type { Log, SignInProvider } from '@nephra/plugin-sdk/server';
import { signInProviderContract } from '../../../contract/sign-in/sign-in-provider.contract.ts';
import type { Accounts } from '../../auth/accounts.ts';
import { PROVIDER_LIFE_SECONDS, type ProviderTickets } from '../../auth/provider-tickets.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import { type BoundRoute, bindCore, finishInQueue, type RouteOwner } from '../../http/pipeline/bound-route.ts';

/** Providers of plugins that run now; of two with one code the first. */
export type ProvidersNow = () => readonly SignInProvider[];

/** What the page of sign-in shows of them. One that fails is left out: the others must go on. */
export async function offeredProviders(providers: ProvidersNow, language: Language, log: Log): Promise<{ code: string; title: string }[]> {
  const offered: { code: string; title: string }[] = [];
  for (const { code, title, ready } of providers()) {
    try {
      if ((await ready()) && !offered.some((one) => one.code === code)) offered.push({ code, title: title[language] });
    } catch (error) {
      log.warn({ err: error, provider: code }, 'a way to sign in could not say whether it is set up');
    }
  }
  return offered;
}

export interface ProviderParts {
  readonly providers: ProvidersNow;
  readonly tickets: ProviderTickets;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  /** False: the site has switched scanning off. */
  readonly scanOn: boolean;
}

/** Signing in by another system. */
export function signInProviderRoutes(owner: RouteOwner, { providers, tickets, accounts, signIn, scanOn }: ProviderParts): BoundRoute[] {
  /** @throws AppError `core.mode-off`, `core.provider-gone` */
  async function requireProvider(code: string): Promise<SignInProvider> {
    if (!scanOn) throw new AppError('core.mode-off');
    const found = providers().find((one) => one.code === code);
    if (!found || !(await found.ready())) throw new AppError('core.provider-gone');
    return found;
  }
  return bindCore(owner, signInProviderContract, {
    begin: async ({ params }, _ctx, call) => {
      const provider = await requireProvider(params.code);
      const { state, nonce } = await tickets.begin(params.code);
      const returnTo = `${call.facts.ownOrigin}/login?provider=${params.code}`;
      return { url: await provider.address({ returnTo, state }), nonce, expiresInSeconds: PROVIDER_LIFE_SECONDS };
    },
    enter: {
      // Outside of any transaction: the ticket stays used and the code is spent, whatever comes of them.
      prepare: async ({ params, body }, _ctx, call) => {
        const provider = await requireProvider(params.code);
        call.audit = { subject: 'user', subjectId: '', note: params.code };
        if (!(await tickets.redeem(params.code, body))) throw new AppError('core.provider-state');
        const userId = await provider.identify(body.code);
        const record = await accounts.byId(userId);
        if (!record) throw new AppError('core.account-disabled');
        call.audit = { subject: 'user', subjectId: record.id, note: `${record.account} ${params.code}` };
        return finishInQueue([`account ${record.id}`], () => signIn.open(record, call));
      },
    },
  });
}
