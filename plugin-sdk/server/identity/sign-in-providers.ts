import { defineExtension, type TextByLanguage, type UserId } from '../../contract/index.ts';

/** Where a browser is sent, and where it is to come back to. */
export interface SignInJourney {
  /** Address of our own page of sign-in; the other side adds `code` and `state` to it. */
  readonly returnTo: string;
  /** Letters and digits, 64 of them: comes back as it went out. */
  readonly state: string;
}

/**
 * Lets people sign in by showing themselves to another system (a scan with the app of a WeChat work account). Added by
 * `extend(signInProviders, (ctx) => provider)`. The shell keeps state and nonce, opens the session, and refuses accounts that are out of use or locked:
 * a provider says where to go, and who came back.
 */
export interface SignInProvider {
  /** Unique, small letters, at most 20: `wecom`. Stands in addresses. */
  readonly code: string;
  /** What the button of the page of sign-in says. */
  readonly title: TextByLanguage;
  /** Whether it is set up. Reads rows alone; asked whenever somebody opens the page of sign-in. */
  ready(): Promise<boolean>;
  /**
   * Address of the other system's page. Reads rows alone.
   * @throws AppError whose sentence the person reads, where it cannot be done from this address
   */
  address(journey: SignInJourney): Promise<string>;
  /**
   * Who shows this code, which is good once. Outside of any transaction.
   * @throws AppError whose sentence the person reads: the code is no good, nobody here is that member, the other system is away
   */
  identify(code: string): Promise<UserId>;
}

export const signInProviders = defineExtension<SignInProvider>('sign-in.provider@1', {
  code: 'text',
  title: 'title',
  ready: 'function',
  address: 'function',
  identify: 'function',
});
