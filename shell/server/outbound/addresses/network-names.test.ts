import { expect, it } from 'vitest';
import { readConfig } from '../../config/index.ts';
import { networkName } from './network-names.ts';

const { networkNames } = readConfig({ NETWORK_NAMES: '10.1.0.0/16=广州中心, 10.0.0.0/8=集团内网,2001:db8::/48=武汉中心,127.0.0.1=本机' });

it.each([
  ['10.1.2.3', '广州中心'],
  ['10.2.0.1', '集团内网'],
  ['::ffff:10.1.2.3', '广州中心'],
  ['2001:db8::7', '武汉中心'],
  ['127.0.0.1', '本机'],
  ['127.0.0.2', ''],
  ['203.0.113.9', ''],
  ['', ''],
  ['unknown', ''],
])('[3-02] %s lies in %j', (ip, name) => expect(networkName(ip, networkNames)).toBe(name));

it.each(['10.1.0.0/33=a', '10.1.0.0=', 'somewhere=a', '10.1.0.0/16', '2001:db8::/129=a', '10.1.0.0/1/2=a'])('%s names no network', (text) => {
  expect(() => readConfig({ NETWORK_NAMES: text })).toThrowError(/NETWORK_NAMES must be a comma-separated list of networks with their names/);
});
