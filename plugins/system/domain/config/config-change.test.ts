import { describe, expect, it } from 'vitest';
import { changesMailPlace, configChange, sentSecrets } from './config-change.ts';

const IN_FORCE = {
  ...{ sysName: 'SIM', tokenTimeout: 30, whitelistSwitch: 0, singleLogin: '2', lockType: 2, sysVersion: 'V1.0.0', passwordErrorsNumber: 1 },
  ...{ emailSmtpPort: 465, qyhCorpId: null, isLog: '1', whiteListIp: '' },
};
const change = (given: Parameters<typeof configChange>[0], fixed = {}) => configChange(given, IN_FORCE, { sysVersion: '', ...fixed });

describe('a change of the configuration', () => {
  it('that sends back what is in force is none, in whatever spelling a client has', () => {
    const given = { ...IN_FORCE, tokenTimeout: '30', whitelistSwitch: false, lockType: '2', sysName: ' SIM ', emailSmtpPort: ' 465 ' };
    expect(change(given, { tokenTimeout: 'SESSION_IDLE_MINUTES' })).toEqual({ values: {}, complaints: [] });
  });

  it('reads numbers and switches as clients send them', () => {
    expect(change({ tokenTimeout: '45', whitelistSwitch: true, lockType: '1', singleLogin: 1 }).values).toEqual({
      tokenTimeout: 45,
      whitelistSwitch: 1,
      lockType: 1,
      singleLogin: '1',
    });
  });

  it('takes back what is null or an emptied number', () => {
    expect(change({ sysName: null, tokenTimeout: '' }).values).toEqual({ sysName: null, tokenTimeout: null });
  });

  it('keeps what means nothing here as it was sent', () => {
    expect(change({ qyhCorpId: ' SIM 1 ', isLog: 1, sysTheme: true }).values).toEqual({ qyhCorpId: ' SIM 1 ', isLog: 1, sysTheme: true });
  });

  it('of a fixed member is refused by the name of its variable, one of the product too', () => {
    expect(change({ sysName: 'X', sysVersion: 'V9' }, { sysName: 'SYS_NAME' })).toEqual({
      values: {},
      complaints: [
        { name: 'sysName', key: 'config-fixed', params: { variable: 'SYS_NAME' } },
        { name: 'sysVersion', key: 'config-product', params: { variable: '' } },
      ],
    });
  });

  it.each([
    [{ tokenTimeout: 0 }, 'config-range'],
    [{ tokenTimeout: 8_000_001 }, 'config-range'],
    [{ tokenTimeout: 1.5 }, 'config-range'],
    [{ tokenTimeout: 'soon' }, 'config-range'],
    [{ passwordErrorsNumber: 2 }, 'config-range'],
    [{ verificationCodeNumber: 7 }, 'config-range'],
    [{ verificationCodeNumber: 2 }, 'config-range'],
    [{ whitelistSwitch: 2 }, 'config-flag'],
    [{ singleLogin: '3' }, 'config-choice'],
    [{ lockType: 0 }, 'config-choice'],
    [{ sysName: 'S'.repeat(51) }, 'config-long'],
    [{ copyright: 'a\nb' }, 'config-line'],
    [{ emailSenderName: 'SIM\r\nBcc: all@example.org' }, 'config-line'],
    [{ emailSmtpHost: 'smtp example.org' }, 'config-host'],
    [{ emailSmtpHost: 'http://example.org/' }, 'config-host'],
    [{ companyEmail: 'nobody' }, 'config-mail'],
  ])('%j is refused: %s', (given, key) => {
    const { values, complaints } = change(given);
    expect(values).toEqual({});
    expect(complaints.map((one) => [one.name, one.key])).toEqual([[Object.keys(given)[0], key]]);
  });

  it('a limit of before that the environment set does not keep other members from being saved', () => {
    expect(change({ passwordErrorsNumber: 1, sysName: 'B' })).toEqual({ values: { sysName: 'B' }, complaints: [] });
  });

  it('knows when a password would go elsewhere', () => {
    expect(changesMailPlace({ emailSmtpHost: 'a' })).toBe(true);
    expect(changesMailPlace({ emailSmtpPort: 25 })).toBe(true);
    expect(changesMailPlace({ emailAccount: 'b' })).toBe(true);
    expect(changesMailPlace({ emailSenderName: 'b', emailSsl: 0 })).toBe(false);
  });

  it('an empty secret stays as it is, null removes it', () => {
    expect(sentSecrets({ emailPassword: '', smsKeySecret: 'SIM', qyhCorpSecret: null, sysName: 'x' })).toEqual({ smsKeySecret: 'SIM', qyhCorpSecret: null });
  });
});
