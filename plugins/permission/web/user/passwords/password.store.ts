import { type PasswordPolicy, passwordFlaw, passwordPolicyContract, passwordRuleText, passwordShape, SPEC_PASSWORDS } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type UserRow, userContract } from '../../../contract/index.ts';
import { newPassword } from '../../../domain/user/new-password.ts';
import { below } from '../chance.ts';

interface PasswordValues {
  readonly userPassword: string;
  readonly validatePassword: string;
}

/** A password that somebody sets for somebody else. It is in no draft and leaves the page with the dialog. */
export class PasswordStore {
  readonly form: FormStore<PasswordValues>;
  policy: PasswordPolicy = SPEC_PASSWORDS;
  private made = '';
  private readonly asking = new AbortController();

  constructor(
    private readonly ctx: Pick<WebContext, 'http' | 't' | 'language' | 'toast' | 'passwordHash'>,
    readonly user: Pick<UserRow, 'id' | 'realName' | 'account'>,
    readonly isFirst: boolean,
  ) {
    const { t, language } = ctx;
    this.form = new FormStore<PasswordValues>({
      fields: () => [
        {
          kind: 'password',
          name: 'userPassword',
          label: t('user.password.new'),
          required: true,
          autoComplete: 'new-password',
          help: passwordRuleText(this.policy, language),
          check: ({ userPassword }) => (passwordFlaw(userPassword, this.policy) === undefined ? undefined : passwordRuleText(this.policy, language)),
        },
        {
          kind: 'password',
          name: 'validatePassword',
          label: t('user.password.again'),
          required: true,
          autoComplete: 'new-password',
          check: ({ userPassword, validatePassword }) => (userPassword === validatePassword ? undefined : t('errors.permission.user-password-differs')),
        },
      ],
      initial: { userPassword: '', validatePassword: '' },
    });
    makeObservable<this, 'made'>(this, { policy: observableRef, made: observable, shown: computed, generate: action });
    void this.readPolicy();
  }

  /** The password that was made here, to be handed over; empty when there is none, or when another has been typed since. */
  get shown(): string {
    return this.form.values.userPassword === this.made ? this.made : '';
  }

  generate(): void {
    this.made = newPassword(this.policy, below);
    this.form.setValues({ userPassword: this.made, validatePassword: this.made });
  }

  save = async ({ userPassword, validatePassword }: PasswordValues, act: SaveAct): Promise<void> => {
    const { passwordHash, http, toast } = this.ctx;
    const body = {
      userPassword: passwordHash(userPassword),
      validatePassword: passwordHash(validatePassword),
      passwordShape: passwordShape(userPassword, this.policy),
    };
    const { msg } = await createClient(userContract, http).resetPassword({ params: { id: this.user.id }, body }, { ...act, quiet: true });
    toast.success(msg);
  };

  dispose(): void {
    this.asking.abort();
    this.form.dispose();
  }

  /** The site's rules; until they are there, and without them, those of the specification. The server has the last word in any case. */
  private async readPolicy(): Promise<void> {
    const answer = await createClient(passwordPolicyContract, this.ctx.http)
      .read({}, { quiet: true, signal: this.asking.signal })
      .catch(() => undefined);
    if (answer) {
      runInAction(() => {
        this.policy = answer.data;
      });
    }
  }
}
