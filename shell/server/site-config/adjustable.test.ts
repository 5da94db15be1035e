import type { SiteValues } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/index.ts';
import { adjustableValues, adjustedConfig, fixedIn } from './adjustable.ts';

describe('the configuration of the page', () => {
  it('stands above defaults and below the environment', () => {
    const given = readConfig({ SYS_NAME: 'SIM 环境', SESSION_IDLE_MINUTES: '20' });
    const config = adjustedConfig(given, () => ({ sysName: 'SIM 页面', tokenTimeout: 5, copyright: 'SIM', singleLogin: '1', enableVerificationCode: 1 }));
    expect(config).toMatchObject({ sysName: 'SIM 环境', sessionIdleMinutes: 20, copyright: 'SIM', singleLogin: true, loginNeedCode: true });
    expect(fixedIn(given)).toEqual({ sysName: 'SYS_NAME', tokenTimeout: 'SESSION_IDLE_MINUTES' });
    expect(adjustableValues(config)).toMatchObject({ sysName: 'SIM 环境', tokenTimeout: 20, copyright: 'SIM', singleLogin: '1', lastLoginTimeSwitch: 1 });
  });

  it('a variable that repeats the default fixes, too; an empty one does not', () => {
    expect(fixedIn(readConfig({ SINGLE_LOGIN: 'false', LOGIN_WAIT_MINUTES: ' ' }))).toEqual({ singleLogin: 'SINGLE_LOGIN' });
  });

  it('follows what is kept, and goes back to the default', () => {
    let kept: SiteValues = {};
    const config = adjustedConfig(readConfig({}), () => kept);
    expect(config.sessionIdleMinutes).toBe(30);
    kept = { tokenTimeout: 3 };
    expect(config.sessionIdleMinutes).toBe(3);
    kept = {};
    expect(config.sessionIdleMinutes).toBe(30);
  });

  it.each([
    [{ tokenTimeout: 0 }],
    [{ tokenTimeout: 1 }],
    [{ tokenTimeout: 10_081 }],
    [{ tokenTimeout: 1.5 }],
    [{ tokenTimeout: '5' }],
    [{ tokenTimeout: null }],
  ])('a row with %j leaves the default in force: a session without end, or with none, cannot come of it', (kept) =>
    expect(adjustedConfig(readConfig({}), () => kept).sessionIdleMinutes).toBe(30),
  );
});
