import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { column, defineTable, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_USER_SORT, USER_LENGTHS } from '../../contract/user/user-limits.ts';
import { visibleUsers } from '../access/user-scope.ts';

/** People with an account, and their organisation and department of today; all that they work in stand in core.user_org. */
export const userTable = defineTable(
  'core.user_account',
  {
    id: column.id(),
    account: column.text(USER_LENGTHS.account),
    realName: column.text(USER_LENGTHS.realName),
    /** Staff number. */
    enCode: column.text(USER_LENGTHS.enCode),
    gender: column.int(0, 9),
    mobilePhone: column.text(USER_LENGTHS.mobilePhone).named('mobile'),
    email: column.text(USER_LENGTHS.email),
    headIcon: column.text(USER_LENGTHS.headIcon),
    orgId: column.ref('core.org'),
    departmentId: column.ref('core.department').nullable(),
    managerId: column.ref('core.user_account').nullable(),
    enabled: column.flag(),
    locked: column.flag(),
    unlockAt: column.instant().nullable(),
    isAdministrator: column.flag(),
    qyWxUserId: column.text(USER_LENGTHS.qyWxUserId).named('qywx_user_id'),
    language: column.text(10),
    lastLoginAt: column.instant().nullable(),
    sortCode: column.int(0, MAX_USER_SORT),
    description: column.text(USER_LENGTHS.description),
    /** nation, entryDate, certificatesNumber … as the wire names them. */
    property: column.json<Readonly<Record<string, unknown>>>(),
    createdBy: column.text(64),
    searchGrams: column.grams('realName', 'account', 'enCode', 'mobilePhone'),
    ...kept,
  },
  {
    scope: visibleUsers,
    unique: { user_account_account_idx: ['account'], user_account_mobile_idx: ['mobilePhone'] },
    // An account and a mobile number belong to one person in the whole system, because one signs in with them.
    taken: {
      account: ['user-account-taken', 'account', EnvelopeCode.Conflict],
      mobilePhone: ['user-mobile-taken', 'mobile', EnvelopeCode.Conflict],
    },
    // What the shell keeps of signing in. No row that is read holds a password, not even its hash.
    others: ['password_hash', 'password_changed_at', 'must_change_password', 'signature', 'theme', 'last_login_ip', 'prev_login_at', 'prev_login_ip'],
  },
);
export interface UserStored extends StoredOf<typeof userTable> {}
