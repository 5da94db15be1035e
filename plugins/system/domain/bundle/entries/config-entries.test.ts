import { expect, it } from 'vitest';
import { FLAGS, SECRETS } from '../../../contract/config/config-limits.ts';
import { CONFIG_MEMBERS, configChange } from '../../config/config-change.ts';
import { CARRIED_MEMBERS, configEntry, configOfEntry, STAYING_MEMBERS } from './config-entries.ts';

it('carries members of the page alone, no secret, and never the switch of the white list', () => {
  for (const name of CARRIED_MEMBERS) expect(CONFIG_MEMBERS).toContain(name);
  for (const name of [...SECRETS, 'whitelistSwitch', 'sysVersion', 'loginIcon']) expect(CARRIED_MEMBERS).not.toContain(name);
});

it('takes along, names or seals every member of the configuration: none is forgotten', () => {
  const known = [...CARRIED_MEMBERS, ...STAYING_MEMBERS, ...SECRETS, 'whitelistSwitch', 'sysVersion'];
  expect(CONFIG_MEMBERS.filter((name) => !known.includes(name))).toEqual([]);
});

it('says a value so that the page takes it back as it was', () => {
  const values = { sysName: 'SIM', tokenTimeout: 30, emailSsl: 0, lastLoginTimeSwitch: 1, singleLogin: '2', lockType: 1 };
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, configEntry(name, value)]));
  expect(said).toEqual({ sysName: 'SIM', tokenTimeout: 30, emailSsl: false, lastLoginTimeSwitch: true, singleLogin: 'singleLogin.2', lockType: 'lockType.1' });
  const back = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, configOfEntry(name, value)]));
  expect(configChange(back, {}, {})).toEqual({ values, complaints: [] });
  expect(configChange(back, values, {})).toEqual({ values: {}, complaints: [] });
  expect(FLAGS.every((name) => configEntry(name, null) === null)).toBe(true);
});

it('does not read a choice of another member as one', () => {
  expect(configChange({ lockType: configOfEntry('lockType', 'singleLogin.1') }, {}, {}).complaints).toEqual([
    { name: 'lockType', key: 'config-choice', params: {} },
  ]);
});
