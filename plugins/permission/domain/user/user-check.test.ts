import { expect, it } from 'vitest';
import { type CheckedUser, checkUser } from './user-check.ts';

const good: CheckedUser = {
  account: 'zhang.san',
  realName: '张三',
  enCode: '0123',
  mobilePhone: '13800000001',
  email: 'zhang@example.org',
  certificatesType: 'idCard',
  certificatesNumber: '11010519491231002X',
};
const keys = (over: Partial<CheckedUser>): string[] => checkUser({ ...good, ...over }).map(({ field, key }) => `${field} ${key}`);

it('a user who is filled in rightly, and one with nothing but account and name, have no problems', () => {
  expect(keys({})).toEqual([]);
  expect(keys({ enCode: '', mobilePhone: '', email: '', certificatesType: '', certificatesNumber: '' })).toEqual([]);
});

it('[5-05] account and name hold no special signs, the staff number only digits', () => {
  for (const account of ['', 'a b', 'a#b', '<b>', "a'b", 'a/b', 'x'.repeat(51)]) expect(keys({ account }), account).toEqual(['account user-account']);
  for (const account of ['13800000001@li', '李四', 'li_si-2', 'a.b']) expect(keys({ account }), account).toEqual([]);
  for (const realName of ['', '张*三', 'a&b']) expect(keys({ realName }), realName).toEqual(['realName user-name']);
  expect(keys({ realName: 'Mary Ann' })).toEqual([]);
  for (const enCode of ['12a', '1.2', '-1']) expect(keys({ enCode }), enCode).toEqual(['enCode user-code']);
});

it('[5-01] [5-03] mobile, email and ID card have their forms; another certificate has none', () => {
  expect(keys({ mobilePhone: '12800000001' })).toEqual(['mobilePhone user-mobile']);
  expect(keys({ email: 'a@b' })).toEqual(['email user-email']);
  expect(keys({ certificatesNumber: '110105194912310021' })).toEqual(['certificatesNumber user-idcard']);
  expect(keys({ certificatesType: 'passport', certificatesNumber: 'E1234567' })).toEqual([]);
});
