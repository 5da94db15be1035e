import type { LookupAddress } from 'node:dns';
import type { OutboundError } from '@nephra/plugin-sdk/server';
import { describe, expect, it } from 'vitest';
import { failing, get, outboundTo, web } from './outbound-gateway.fixture.ts';

describe('where names lead', () => {
  const addresses = (...list: string[]): LookupAddress[] => list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  it.each([
    ['this computer', '127.0.0.1'],
    ['the own network', '10.0.0.8'],
    ['a carrier’s network', '100.64.0.1'],
    ['a metadata service', '169.254.169.254'],
    ['nobody', '0.0.0.0'],
    ['this computer in IPv6', '::1'],
    ['an IPv4 address in the dress of IPv6', '::ffff:127.0.0.1'],
    ['an own network in IPv6', 'fd00::1'],
    ['several at once', '224.0.0.1'],
  ])('to %s: refused, also as one of several', async (_name, address) => {
    for (const answers of [addresses(address), addresses('1.1.1.1', address), addresses(address, '1.1.1.1')]) {
      const { send } = outboundTo(['https://gateway.example'], { resolve: async () => answers });
      expect(await failing(send(get('https://gateway.example/')))).toMatchObject({ failure: 'not-allowed', sent: false });
    }
  });

  it('a name of the own network may lead there, yet never to metadata services', async () => {
    const { port } = await web((request, response) => response.end(request.headers.host));
    const found: Record<string, string> = { 'inner.lan': '127.0.0.1', 'meta.lan': '169.254.169.254', 'link.lan': 'fe80::1', 'zero.lan': '0.0.0.0' };
    const names = Object.keys(found);
    const { send } = outboundTo(
      names.map((name) => `private+http://${name}:${port}`),
      { resolve: async (name) => addresses(found[name] ?? '') },
    );
    expect((await send(get(`http://inner.lan:${port}/`))).body.toString()).toBe(`inner.lan:${port}`);
    for (const name of names.slice(1)) {
      expect(await failing(send(get(`http://${name}:${port}/`))), name).toMatchObject({ failure: 'not-allowed', sent: false });
    }
  });

  it('a name that changes its mind: each connection looks once, and goes where it looked', async () => {
    let visits = 0;
    const { port } = await web((_, response) => {
      visits += 1;
      response.setHeader('connection', 'close');
      response.end();
    });
    const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1', '0.0.0.0'];
    let looks = 0;
    const { send } = outboundTo([`private+http://rebind.lan:${port}`], {
      resolve: async () => {
        looks += 1;
        return addresses(answers[looks - 1] ?? '');
      },
    });
    const ends: string[] = [];
    for (const _ of answers) {
      const end = await send(get(`http://rebind.lan:${port}/`)).then(
        () => 'reached',
        (error: OutboundError) => error.failure,
      );
      ends.push(end);
    }
    expect(ends).toEqual(['reached', 'not-allowed', 'reached', 'not-allowed']);
    expect([looks, visits]).toEqual([4, 2]);
  });

  it('nowhere: nothing was sent', async () => {
    const unknown = Object.assign(new Error('secret words'), { code: 'ENOTFOUND' });
    for (const resolve of [() => Promise.reject(unknown), async () => []]) {
      const error = await failing(outboundTo(['https://gateway.example'], { resolve }).send(get('https://gateway.example/')));
      expect(error).toMatchObject({ failure: 'connect', sent: false });
      expect(error.message).toBe('GET https://gateway.example: connect (ENOTFOUND)');
    }
  });
});
