import { expect, test } from 'vitest';
import { FormStore } from '@nephra/plugin-sdk/widgets';
import type { BaseInfo } from '../../../contract/index.ts';
import { MAX_MOBILE } from '../../../contract/sign-in-limits.ts';
import { type BaseInfoValues, baseInfoFields, bodyOf, genderKey, valuesOf } from './base-info-form.ts';

const file = (over: Partial<BaseInfo> = {}): BaseInfo => ({
  id: 'u',
  account: 'doctor',
  realName: '林医生',
  organizeId: 'o',
  organize: '',
  position: '',
  positionId: '',
  roleId: '',
  roleIds: '',
  manager: '',
  creatorTime: null,
  prevLogTime: null,
  signature: '',
  gender: '9',
  nation: '',
  nativePlace: '',
  entryDate: null,
  certificatesType: '居住证',
  certificatesNumber: '',
  education: '',
  birthday: null,
  telePhone: '',
  landline: '',
  mobilePhone: '',
  email: '',
  urgentContacts: '',
  urgentTelePhone: '',
  postalAddress: '',
  theme: 'classic',
  language: 'zh',
  avatar: '',
  mobileChange: 'code',
  ...over,
});

function formOf(over: Partial<BaseInfo> = {}): FormStore<BaseInfoValues> {
  const own = file(over);
  return new FormStore<BaseInfoValues>({
    fields: () =>
      baseInfoFields(
        (key) => key,
        own,
        () => null,
      ),
    initial: valuesOf(own),
  });
}

test('[5-01] [5-03] mobile number and email are checked when they are given', () => {
  const form = formOf();
  expect(form.validate()).toBe(true);
  form.setValues({ mobilePhone: '12812345678', email: 'doctor@' });
  form.validate();
  expect(['mobilePhone', 'email', 'mobileCode'].map((name) => form.failureOf(name) !== undefined)).toEqual([true, true, true]);
  form.setValues({ mobilePhone: '13812345678', email: 'doctor@example.org', mobileCode: '12345' });
  form.validate();
  expect(form.firstInvalid).toBe('mobileCode');
  form.setValues({ mobileCode: '123456' });
  expect(form.validate()).toBe(true);
});

test('a mobile number with a digit too many is told, not cut to one that is right', () => {
  const form = formOf();
  expect(form.fields.find((one) => one.name === 'mobilePhone')).toMatchObject({ maxLength: MAX_MOBILE });
  form.setValues({ mobilePhone: '138123456780' });
  form.validate();
  expect(form.failureOf('mobilePhone')).toBeDefined();
});

test('who somebody is stands there to be read, and is not sent', () => {
  const own = file({ realName: '林医生', mobilePhone: '13800000001' });
  const form = formOf(own);
  const field = (name: string) => form.fields.find((one) => one.name === name);
  const shut = ['realName', 'gender', 'birthday', 'entryDate', 'certificatesType', 'certificatesNumber'];
  expect(shut.map((name) => field(name)?.disabled)).toEqual(shut.map(() => true));
  const sent = bodyOf({ ...form.values, nation: '汉族' }, own);
  expect(Object.keys(sent).filter((name) => shut.includes(name) || name === 'mobileCode')).toEqual([]);
  expect(sent).toMatchObject({ nation: '汉族', mobilePhone: '13800000001', education: '' });
  expect(bodyOf({ ...form.values, mobilePhone: '13800000002', mobileCode: ' 123456 ' }, own)).toMatchObject({ mobileCode: '123456' });
});

test('where no text messages are sent the number is an administrator’s to change', () => {
  expect(formOf({ mobileChange: 'administrator' }).fields.find((one) => one.name === 'mobilePhone')?.disabled).toBe(true);
  const form = formOf({ mobilePhone: '13800000001' });
  form.setValues({ mobilePhone: '' });
  form.validate();
  expect(form.firstInvalid).toBe('mobilePhone');
});

test('wire codes of sex', () => {
  expect(['0', '1', '2', '9', ''].map(genderKey)).toEqual(['unknown', 'male', 'female', 'unknown', 'unknown']);
});
