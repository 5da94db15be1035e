import { expect, it } from 'vitest';
import { USER_LENGTHS } from '../../../plugins/permission/contract/user/user-limits.ts';
import { BASE_INFO_LENGTHS } from '../../../shell/contract/base-info.schema.ts';
import { MAX_MOBILE } from '../../../shell/contract/sign-in-limits.ts';

it('what people write of themselves is as long as what administrators write of them: both stand in the same columns', () => {
  const { signature: _ownAlone, ...shared } = BASE_INFO_LENGTHS;
  const { account: _account, enCode: _enCode, headIcon: _headIcon, description: _description, qyWxUserId: _qyWxUserId, ...ofUsers } = USER_LENGTHS;
  expect({ ...shared, mobilePhone: MAX_MOBILE }).toEqual(ofUsers);
});
