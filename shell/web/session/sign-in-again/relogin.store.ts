import { makeAutoObservable } from 'mobx';
import type { HttpPort } from '@nephra/plugin-sdk/web';
import { ApiError } from '@nephra/plugin-sdk/web';
import { sessionContract } from '../../../contract/index.ts';
import { LoginWork } from '../../net/login/login-work.ts';
import { md5 } from '../../net/login/md5.ts';
import type { SessionStore } from '../session.store.ts';

interface Captcha {
  readonly key: string;
  readonly length: number;
  readonly url: string;
}

/** Signing in again over the page: the same person, so that nobody goes on in another one's form. */
export class ReloginStore {
  /** Why it is asked; null = not asked. */
  reason: string | null = null;
  password = '';
  code = '';
  captcha: Captcha | null = null;
  error = '';

  readonly #http: HttpPort;
  readonly #session: SessionStore;
  readonly #newKey: () => string;
  readonly #work = new LoginWork();
  #finish: (answer: 'signed-in' | 'given-up') => void = () => {};

  constructor(http: HttpPort, session: SessionStore, newKey: () => string) {
    this.#http = http;
    this.#session = session;
    this.#newKey = newKey;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** A log-in is under way (spec 3, loginLoading). */
  get busy(): boolean {
    return this.#session.loginLoading;
  }

  get account(): string {
    return this.#session.userInfo?.userAccount ?? '';
  }

  ask(reason: string): Promise<'signed-in' | 'given-up'> {
    this.reason = reason;
    this.#clear('');
    return new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  type(field: 'password' | 'code', text: string): void {
    this[field] = text;
    this.error = '';
  }

  giveUp(): void {
    this.reason = null;
    this.#work.begin('');
    this.#finish('given-up');
  }

  async submit(): Promise<void> {
    if (this.busy || this.password === '') return;
    this.#session.setLoginLoading(true);
    const captchaKey = this.captcha?.key ?? '';
    const proof = await this.#work.proof;
    try {
      const { data } = await this.#http.call(
        sessionContract.routes.login,
        {
          body: {
            account: this.account,
            password: md5(this.password),
            origin: 'password',
            code: this.code,
            timestamp: captchaKey,
            client_id: 'admin',
            client_secret: '123456',
            scope: 'all',
            grant_type: 'password',
            ...(proof === '' ? {} : { proof }),
          },
        },
        { quiet: true },
      );
      this.#signedIn((data as { token: string }).token);
    } catch (error) {
      await this.#refused(error);
    }
  }

  #signedIn(token: string): void {
    this.#session.setToken(token);
    this.#clear('');
    this.reason = null;
    this.#finish('signed-in');
  }

  async #refused(error: unknown): Promise<void> {
    this.#clear(error instanceof ApiError ? error.message : String(error));
    try {
      const { data } = await this.#http.call(sessionContract.routes.loginConfig, { params: { account: this.account } }, { quiet: true });
      this.setCaptcha(data as { enableVerificationCode: number; verificationCodeNumber: number });
    } catch {
      // The next try will say what is missing.
    }
  }

  setCaptcha(config: { readonly enableVerificationCode: number; readonly verificationCodeNumber: number }): void {
    const length = config.verificationCodeNumber || 4;
    const key = this.#newKey();
    const needed = config.enableVerificationCode === 1;
    this.captcha = needed ? { key, length, url: this.#http.fileUrl(`/api/oauth/ImageCode/${length}/${key}?scale=2`) } : null;
    this.#work.begin(needed ? key : '');
  }

  #clear(error: string): void {
    this.password = '';
    this.code = '';
    this.#session.setLoginLoading(false);
    this.error = error;
  }
}
