import { describe, expect, it } from 'vitest';
import { allowedOrigin, originOf } from './origin.ts';
import { OutboundGateway } from '../outbound-gateway.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** All that a site may have listed; none of the hostile addresses below may profit from it. */
const LISTED = [
  'https://gateway.example',
  'http://gateway.example:8080',
  'private+https://inner.lan:8443',
  'http://127.0.0.1:5090',
  'http://10.1.2.3:80',
  'https://[fd12::1]:9000',
  'https://8.8.8.8',
];
const outbound = (() => {
  const gateway = new OutboundGateway({ log, inTransaction: () => false, allow: [], resolve: () => Promise.reject(new Error('must not be looked up')) });
  gateway.setListed(new Map([['p', LISTED]]));
  return gateway.forPlugin('p', []);
})();

const HOSTILE = [
  // Not the origin that is listed: scheme, host and port all count.
  'http://gateway.example/',
  'https://gateway.example:8443/',
  'https://gateway.example:80/',
  'http://gateway.example:8081/',
  'https://gateway.example.evil.test/',
  'https://evil.test/https://gateway.example/',
  'https://evil.test?https://gateway.example/',
  'https://evil.test#gateway.example',
  'https://evilgateway.example/',
  'https://sub.gateway.example/',
  'https://gateway.exampl/',
  'https://gateway.example-evil.test/',
  'https://inner.lan/',
  'http://inner.lan:8443/',
  // User and password, and what looks like them.
  'https://gateway.example@evil.test/',
  'https://gateway.example:443@evil.test/',
  'https://user:pass@gateway.example/',
  'https://user@gateway.example/',
  'https://@gateway.example/',
  'https://:@gateway.example/',
  'https://evil.test\\@gateway.example/',
  'https://gateway.example\\.evil.test/',
  'https://gateway.example%2f@evil.test/',
  'https://gateway.example%00.evil.test/',
  'https://gateway.example%2eevil.test/',
  // Other spellings of what is listed.
  'https://gateway.example./',
  'https://gateway.example../',
  'https://gateway%2eexample/',
  'https://gateway。example/',
  'https://gateway．example/',
  'https://ｇateway.example/',
  'https://gate\tway.example/',
  'https://gateway.example\n/',
  ' https://gateway.example/',
  'https://gateway.example /',
  'https:\\\\gateway.example/',
  'https:/gateway.example/',
  'https:gateway.example/',
  'https:///gateway.example/',
  '//gateway.example/',
  'gateway.example',
  '',
  'https://',
  'https://gateway.example:/',
  'https://gateway.example:0443/',
  'https://gateway.example:0/',
  'https://gateway.example:65979/',
  'https://gateway.example:4294967739/',
  'https://gateway.example:443:443/',
  'https://gateway.example:-443/',
  'https://gateway.example:44 3/',
  'https://xn--gateway-.example/',
  // This computer, in every dress; only 127.0.0.1:5090 is listed.
  'http://127.0.0.1/',
  'http://127.0.0.1:5091/',
  'http://127.0.0.1:5089/',
  'https://127.0.0.1:5090/',
  'http://localhost:5090/',
  'http://LOCALHOST:5090/',
  'http://localhost.:5090/',
  'http://127.1:5090/',
  'http://127.0.1:5090/',
  'http://2130706433:5090/',
  'http://0x7f000001:5090/',
  'http://0x7f.0.0.1:5090/',
  'http://0177.0.0.1:5090/',
  'http://0177.0.0.01:5090/',
  'http://017700000001:5090/',
  'http://127.0.0.1.:5090/',
  'http://127.0.0.01:5090/',
  'http://127.000.000.001:5090/',
  'http://①②⑦.0.0.1:5090/',
  'http://127。0。0。1:5090/',
  'http://127.0.0.1:05090/',
  'http://0.0.0.0:5090/',
  'http://0:5090/',
  'http://127.0.0.2:5090/',
  'http://[::1]:5090/',
  'http://[::]:5090/',
  'http://[0:0:0:0:0:0:0:1]:5090/',
  'http://[::ffff:127.0.0.1]:5090/',
  'http://[::ffff:7f00:1]:5090/',
  'http://[::127.0.0.1]:5090/',
  'http://[64:ff9b::7f00:1]:5090/',
  'http://[fe80::1%25eth0]:5090/',
  // The own network beside what is listed.
  'http://10.1.2.3:81/',
  'http://10.1.2.4/',
  'http://10.66051/',
  'http://0xa010203/',
  'http://167838211/',
  'https://[fd12:0::1]:9000/',
  'https://[fd12::2]:9000/',
  'https://8.8.2056/',
  'https://134744072/',
  // Metadata services.
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://100.100.100.200/',
  'http://metadata.google.internal/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://[::ffff:a9fe:a9fe]/',
  // No http.
  'ftp://gateway.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'gopher://gateway.example:8080/',
  'ws://gateway.example:8080/',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/',
  'private+https://inner.lan:8443/',
  'blob:https://gateway.example/1',
  'https://[gateway.example]/',
  'https://*.example/',
  'https://*/',
  `https://gateway.example/${'x'.repeat(9000)}`,
  'https://gateway.example/部',
];

describe('addresses that may be called', () => {
  it.each([
    'https://gateway.example',
    'https://gateway.example/',
    'https://gateway.example:443/a/../b?c=1&d=%2F#x',
    'HTTPS://Gateway.Example/a',
    'http://gateway.example:8080/x',
    'https://inner.lan:8443/x',
    'http://127.0.0.1:5090/guangdong?a=b',
    'http://10.1.2.3/',
    'http://10.1.2.3:80/',
    'https://[fd12::1]:9000/',
    'https://8.8.8.8/',
    'https://gateway.example?x=@evil.test',
    'https://gateway.example/@evil.test',
  ])('%s', (url) => {
    expect(outbound.allows(url)).toBe(true);
  });

  it(`refuses ${HOSTILE.length} hostile ones, before any name is looked up`, async () => {
    expect(HOSTILE.length).toBeGreaterThan(100);
    expect(HOSTILE.filter((url) => outbound.allows(url))).toEqual([]);
    for (const url of HOSTILE) {
      await expect(outbound.send({ url, method: 'GET' }), url).rejects.toMatchObject({ name: 'OutboundError', failure: 'not-allowed', sent: false });
    }
  });

  it('what one plugin may call, another may not', () => {
    const gateway = new OutboundGateway({ log, inTransaction: () => false, allow: ['a=https://one.example', 'https://all.example'] });
    gateway.setListed(new Map([['b', ['https://two.example']]]));
    const calls = (id: string) => ['one', 'two', 'all'].filter((name) => gateway.forPlugin(id, []).allows(`https://${name}.example/`));
    expect([calls('a'), calls('b'), calls('c')]).toEqual([['one', 'all'], ['two', 'all'], ['all']]);
  });

  it('a package opens public addresses for itself, never the network it runs in', () => {
    const gateway = new OutboundGateway({ log, inTransaction: () => false, allow: [] });
    const plugin = gateway.forPlugin('p', ['https://gateway.example', 'private+https://inner.lan', 'http://127.0.0.1:5090', 'http://10.0.0.1', 'nonsense']);
    const tried = ['https://gateway.example/', 'https://inner.lan/', 'http://127.0.0.1:5090/', 'http://10.0.0.1/'];
    expect(tried.filter((url) => plugin.allows(url))).toEqual(['https://gateway.example/']);
  });
});

describe('entries of a list', () => {
  it.each(['https://gateway.example', 'http://gateway.example:8080/', 'private+https://inner.lan', 'http://127.0.0.1:5090', 'https://[fd12::1]:9000'])(
    '%s is one',
    (entry) => {
      expect(allowedOrigin(entry)).toMatchObject({ own: entry.startsWith('private+') });
    },
  );

  it.each([
    'gateway.example',
    'https://gateway.example/path',
    'https://gateway.example?x',
    'https://gateway.example#x',
    'https://*.example',
    'https://user@gateway.example',
    'https://gateway.example.',
    'private+http://127.0.0.1:5090',
    'private+private+https://inner.lan',
    'http://169.254.169.254',
    'http://169.254.1.1:80',
    'http://[fe80::1]',
    'http://0.0.0.0:5090',
    'http://[::ffff:127.0.0.1]:5090',
    'http://[::ffff:7f00:1]:5090',
    'http://100.100.100.200',
    'http://[fd00:ec2::254]',
    'http://224.0.0.1',
    'http://2130706433:5090',
    'ftp://gateway.example',
    '*',
    '',
  ])('"%s" is none', (entry) => {
    expect(() => allowedOrigin(entry)).toThrow(Error);
  });

  it('one spelling for all that means the same', () => {
    expect(originOf('https://Gateway.Example:443/x?y#z')).toEqual({
      text: 'https://gateway.example',
      scheme: 'https',
      host: 'gateway.example',
      port: 443,
      literal: false,
    });
    expect(originOf('http://[FD12::1]:80/')).toMatchObject({ text: 'http://[fd12::1]', host: 'fd12::1', port: 80, literal: true });
  });
});
