import { expect, test } from 'vitest';
import { FormStore } from '@nephra/plugin-sdk/widgets';
import type { BaseInfo } from '../../contract/index.ts';
import { avatarProblem } from './avatar-rule.ts';
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
  ...over,
});

function formOf(over: Partial<BaseInfo> = {}): FormStore<BaseInfoValues> {
  const own = file(over);
  return new FormStore<BaseInfoValues>({ fields: () => baseInfoFields((key) => key, own, Date.now()), initial: valuesOf(own) });
}

test('[5-01] [5-03] mobile number, email and ID card are checked when they are given', () => {
  const form = formOf();
  expect(form.validate()).toBe(true);
  form.setValues({ mobilePhone: '12812345678', email: 'doctor@', certificatesType: 'idCard', certificatesNumber: '1' });
  form.validate();
  expect(['mobilePhone', 'email', 'certificatesNumber', 'realName'].map((name) => form.failureOf(name) !== undefined)).toEqual([true, true, true, false]);
  form.setValues({ mobilePhone: '13812345678', email: 'doctor@example.org', certificatesNumber: '11010519491231002X', realName: ' ' });
  form.validate();
  expect(form.firstInvalid).toBe('realName');
});

test('[7.11-03] what an older client wrote stays on offer and goes back unchanged', () => {
  const form = formOf();
  const field = form.fields.find(({ name }) => name === 'certificatesType');
  const offered = field !== undefined && 'options' in field && typeof field.options !== 'function' ? field.options.map((one) => one.value) : [];
  expect(offered).toContain('居住证');
  expect(bodyOf(form.values)).toMatchObject({ certificatesType: '居住证', education: '', gender: '0', birthday: null });
});

test('[5-16] [5-17] [9-02] a picture must be one and at most 5 MB', () => {
  expect(avatarProblem({ type: 'image/png', size: 5_242_880 })).toBeUndefined();
  expect(avatarProblem({ type: 'image/png', size: 5_242_881 })).toBe('profile.avatarSize');
  expect(avatarProblem({ type: 'application/pdf', size: 1 })).toBe('profile.avatarType');
});

test('wire codes of sex', () => {
  expect(['0', '1', '2', '9', ''].map(genderKey)).toEqual(['unknown', 'male', 'female', 'unknown', 'unknown']);
});
