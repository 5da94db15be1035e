import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from 'kysely';
import type { UserInfo } from '../../contract/index.ts';
import type { OpenSession } from '../auth/session-store.ts';
import type { CoreTables } from '../core/tables.ts';
import type { Rights } from './rights.ts';

const millis = (date: Date | null): number | null => date?.getTime() ?? null;

export interface ProfileChange {
  readonly realName?: string;
  readonly gender?: string;
  readonly mobilePhone?: string;
  readonly email?: string;
  readonly signature?: string;
}

/** The signed-in person's own data. */
export class Profiles {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async #row(userId: string) {
    const row = await this.#db
      .selectFrom('core.user_account')
      .select([
        'account',
        'real_name',
        'en_code',
        'head_icon',
        'gender',
        'mobile',
        'email',
        'theme',
        'language',
        'created_at',
        'prev_login_at',
        'prev_login_ip',
      ])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
    return row;
  }

  /** @param notice whether the last log-in is announced after signing in. */
  async userInfo(session: OpenSession, rights: Rights, notice: boolean): Promise<UserInfo> {
    const row = await this.#row(session.userId);
    return {
      userId: session.userId,
      userAccount: row.account,
      userName: row.real_name,
      enCode: row.en_code,
      headIcon: row.head_icon,
      gender: row.gender,
      mobilePhone: row.mobile,
      email: row.email,
      organizeId: session.orgId,
      organizeName: rights.orgPath,
      departmentId: session.departmentId ?? '',
      departmentName: rights.departmentName,
      roleId: rights.roles.map((role) => role.id).join(','),
      roleName: rights.roles.map((role) => role.name).join(','),
      roleIds: rights.roles.map((role) => role.id),
      positionName: rights.positions.map((position) => position.name).join(','),
      isAdministrator: rights.isAdministrator,
      priceType: rights.priceType,
      portalId: '',
      prevLogin: notice && row.prev_login_at ? 1 : 0,
      prevLoginTime: millis(row.prev_login_at),
      prevLoginIPAddress: row.prev_login_ip,
      prevLoginIPAddressName: '',
      language: row.language,
      theme: row.theme,
    };
  }

  async baseInfo(session: OpenSession, rights: Rights) {
    const row = await this.#row(session.userId);
    return {
      id: session.userId,
      account: row.account,
      realName: row.real_name,
      organize: rights.orgPath,
      position: rights.positions.map((position) => position.name).join(','),
      roleId: rights.roles.map((role) => role.name).join(','),
      gender: String(row.gender),
      mobilePhone: row.mobile,
      email: row.email,
      creatorTime: millis(row.created_at),
      prevLogTime: millis(row.prev_login_at),
      avatar: row.head_icon,
      theme: row.theme,
      language: row.language,
    };
  }

  async change(userId: string, change: ProfileChange): Promise<void> {
    await this.#db
      .updateTable('core.user_account')
      .set({
        ...(change.realName === undefined ? {} : { real_name: change.realName }),
        ...(change.gender === undefined ? {} : { gender: Number(change.gender) }),
        ...(change.mobilePhone === undefined ? {} : { mobile: change.mobilePhone }),
        ...(change.email === undefined ? {} : { email: change.email }),
        ...(change.signature === undefined ? {} : { signature: change.signature }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', userId)
      .execute();
  }

  async saveTheme(userId: string, theme: string): Promise<void> {
    await this.#db.updateTable('core.user_account').set({ theme }).where('id', '=', userId).execute();
  }

  async saveLanguage(userId: string, language: string): Promise<void> {
    await this.#db.updateTable('core.user_account').set({ language }).where('id', '=', userId).execute();
  }

  async saveAvatar(userId: string, address: string): Promise<void> {
    await this.#db.updateTable('core.user_account').set({ head_icon: address }).where('id', '=', userId).execute();
  }
}
