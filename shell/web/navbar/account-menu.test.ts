import { describe, expect, it } from 'vitest';
import { accountText } from './account-menu.tsx';

describe('account text', () => {
  it('[2.4-05] is organisation, staff number and name', () => {
    expect(accountText({ organizeName: '示范血透中心/护理部', enCode: 'N001', userName: '李护士' })).toBe('示范血透中心/护理部 N001 李护士');
  });

  it('leaves no gap for a part that is empty', () => {
    expect(accountText({ organizeName: '', enCode: '', userName: '管理员' })).toBe('管理员');
  });
});
