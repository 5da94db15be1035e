import { LEVEL_3_PASSWORDS, type PasswordPolicy, passwordPolicyContract, passwordShape } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type UserRow, userContract } from '../../../contract/index.ts';
import { newPassword } from '../../../domain/user/new-password.ts';
import { below } from '../chance.ts';

export type IssuedUser = Pick<UserRow, 'id' | 'account' | 'realName'>;

interface Issued extends IssuedUser {
  readonly password: string;
}

export interface Refused extends IssuedUser {
  readonly reason: string;
}

/**
 * One-time passwords for many: made here, set one by one, handed over as a list. The server sees hashes only and hashes them again
 * slowly, one user per call, so that nobody else waits.
 */
export class IssuePasswordsStore {
  state: 'asking' | 'running' | 'done' = 'asking';
  issued: readonly Issued[] = [];
  refused: readonly Refused[] = [];
  private stopping = false;

  constructor(
    private readonly ctx: Pick<WebContext, 'http' | 'passwordHash'>,
    readonly users: readonly IssuedUser[],
    /** The caller was among the chosen ones, too. */
    readonly ownLeftOut = false,
  ) {
    makeObservable(this, { state: observable, issued: observableRef, refused: observableRef, stop: action });
  }

  get answered(): number {
    return this.issued.length + this.refused.length;
  }

  async run(): Promise<void> {
    runInAction(() => {
      this.state = 'running';
    });
    const policy = await this.policy();
    for (const user of this.users) {
      if (this.stopping) break;
      await this.issue(user, policy);
    }
    runInAction(() => {
      this.state = 'done';
    });
  }

  stop(): void {
    this.stopping = true;
  }

  /** The list as a file for spreadsheets; every cell is a quoted text that no program calculates. */
  file(headings: readonly [account: string, name: string, password: string]): Blob {
    const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
    const lines = [headings, ...this.issued.map((user) => [user.account, user.realName, user.password])].map((cells) => cells.map(cell).join(','));
    // The mark tells spreadsheets that it is UTF-8.
    return new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
  }

  private async issue(user: IssuedUser, policy: PasswordPolicy): Promise<void> {
    const password = newPassword(policy, below);
    const hash = this.ctx.passwordHash(password);
    try {
      await createClient(userContract, this.ctx.http).resetPassword(
        { params: { id: user.id }, body: { userPassword: hash, validatePassword: hash, passwordShape: passwordShape(password, policy) } },
        { quiet: true },
      );
      runInAction(() => {
        this.issued = [...this.issued, { ...user, password }];
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      runInAction(() => {
        this.refused = [...this.refused, { ...user, reason }];
      });
    }
  }

  private async policy(): Promise<PasswordPolicy> {
    const answer = await createClient(passwordPolicyContract, this.ctx.http)
      .read({}, { quiet: true })
      .catch(() => undefined);
    return answer?.data ?? LEVEL_3_PASSWORDS;
  }
}
