import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { personalFacts, searchGrams, shownRoleName, withPersonalFacts } from '@nephra/plugin-sdk/server';
import type { Kysely, Selectable } from 'kysely';
import type { BaseInfo, BaseInfoEdit, UserInfo } from '../../../contract/index.ts';
import type { OpenSession } from '../../auth/session/session-store.ts';
import type { CoreTables } from '../../tables/tables.ts';
import { type NamedNetwork, networkName } from '../../outbound/addresses/network-names.ts';
import { assertFacts, assertFixedFactsStay, type FixedFacts } from './profile-facts.ts';
import type { Rights } from '../rights/rights.ts';

const millis = (date: Date | null): number | null => date?.getTime() ?? null;

const roleNames = ({ roles }: Rights, language: Language): string => roles.map(({ code, name }) => shownRoleName(code, name, language)).join(',');

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
        'manager_id',
        'signature',
        'property',
      ])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
    return row;
  }

  /**
   * @param shown.language roles of the product are named in it
   * @param shown.notice whether the last log-in is announced after signing in
   * @param shown.networks the organisation's own, to name where that was
   */
  async userInfo(
    session: OpenSession,
    rights: Rights,
    { language, notice, networks }: { readonly language: Language; readonly notice: boolean; readonly networks: readonly NamedNetwork[] },
  ): Promise<UserInfo> {
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
      roleName: roleNames(rights, language),
      roleIds: rights.roles.map((role) => role.id),
      positionName: rights.positions.map((position) => position.name).join(','),
      isAdministrator: rights.isAdministrator,
      priceType: rights.priceType,
      portalId: '',
      prevLogin: notice && row.prev_login_at ? 1 : 0,
      prevLoginTime: millis(row.prev_login_at),
      prevLoginIPAddress: row.prev_login_ip,
      prevLoginIPAddressName: networkName(row.prev_login_ip, networks),
      language: row.language,
      theme: row.theme,
    };
  }

  async baseInfo(session: OpenSession, rights: Rights, language: Language, mobileChange: BaseInfo['mobileChange']): Promise<BaseInfo> {
    const row = await this.#row(session.userId);
    const manager =
      row.manager_id === null
        ? undefined
        : await this.#db
            .selectFrom('core.user_account')
            .select(['real_name', 'account'])
            .where('id', '=', row.manager_id)
            .where('deleted_at', 'is', null)
            .executeTakeFirst();
    return {
      id: session.userId,
      account: row.account,
      realName: row.real_name,
      organizeId: session.orgId,
      organize: [rights.orgPath, rights.departmentName].filter(Boolean).join('/'),
      position: rights.positions.map((position) => position.name).join(','),
      positionId: rights.positions.map((position) => position.id).join(','),
      roleId: roleNames(rights, language),
      roleIds: rights.roles.map((role) => role.id).join(','),
      manager: manager ? `${manager.real_name}/${manager.account}` : '',
      creatorTime: millis(row.created_at),
      prevLogTime: millis(row.prev_login_at),
      signature: row.signature,
      gender: String(row.gender),
      ...personalFacts(row.property),
      mobilePhone: row.mobile,
      email: row.email,
      theme: row.theme,
      language: row.language,
      avatar: row.head_icon,
      mobileChange,
    };
  }

  /**
   * Changes what was sent and leaves the rest.
   * @param provenMobile a number that the person has shown to hold
   * @returns what was sent, as it was before and as it is now, for the record
   * @throws AppError at the first field that is wrong, `core.profile-fixed`, `core.mobile-unproven` and `core.mobile-taken`
   */
  async change(userId: string, edit: BaseInfoEdit, now: Date, provenMobile?: string): Promise<{ before: Partial<BaseInfo>; after: BaseInfoEdit }> {
    const { mobileCode: _code, ...sent } = edit;
    const row = await this.#row(userId);
    assertFixedFactsStay(sent, this.#fixedFacts(row));
    const property = withPersonalFacts(row.property, sent);
    assertFacts(personalFacts(property), now.getTime());
    const next = {
      mobile: sent.mobilePhone ?? row.mobile,
      email: sent.email ?? row.email,
      signature: sent.signature ?? row.signature,
    };
    if (next.mobile !== row.mobile && next.mobile !== provenMobile) {
      throw new AppError('core.mobile-unproven', { code: EnvelopeCode.Forbidden, fields: [{ path: 'mobilePhone', msg: '' }] });
    }
    if (next.mobile !== '' && next.mobile !== row.mobile && (await this.#mobileTaken(next.mobile, userId))) {
      throw new AppError('core.mobile-taken', { fields: [{ path: 'mobilePhone', msg: '' }] });
    }
    await this.#db
      .updateTable('core.user_account')
      .set((eb) => ({
        ...next,
        property: JSON.stringify(property),
        // Found by what an administrator would look for.
        search_grams: searchGrams(row.real_name, row.account, row.en_code, next.mobile),
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', userId)
      .execute();
    const stored: Partial<BaseInfo> = {
      ...this.#fixedFacts(row),
      mobilePhone: row.mobile,
      email: row.email,
      signature: row.signature,
      ...personalFacts(row.property),
    };
    const changed = Object.keys(sent) as (keyof typeof sent)[];
    return { before: Object.fromEntries(changed.map((name) => [name, stored[name]])), after: sent };
  }

  /** The number by which the person signs in now. */
  async mobileOf(userId: string): Promise<string> {
    return (await this.#row(userId)).mobile;
  }

  #fixedFacts({ real_name, gender, property }: Pick<Selectable<CoreTables['core.user_account']>, 'real_name' | 'gender' | 'property'>): FixedFacts {
    const { birthday, entryDate, certificatesType, certificatesNumber } = personalFacts(property);
    return { realName: real_name, gender: String(gender), birthday, entryDate, certificatesType, certificatesNumber };
  }

  async #mobileTaken(mobile: string, exceptId: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('core.user_account')
      .select('id')
      .where('mobile', '=', mobile)
      .where('id', '<>', exceptId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return found !== undefined;
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
