import { expect, it } from 'vitest';
import { isFromThisComputer } from './from-this-computer.ts';

const call = (remoteAddress: string | undefined, headers: object = {}) => isFromThisComputer({ socket: { remoteAddress } as never, headers: headers as never });

it('2.5-05: metrics are for this computer: no address of another, no word of a proxy', () => {
  for (const own of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) expect([own, call(own)]).toEqual([own, true]);
  for (const other of ['10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.evil', '', undefined]) expect([other, call(other)]).toEqual([other, false]);
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
    expect([header, call('127.0.0.1', { [header]: '127.0.0.1' })]).toEqual([header, false]);
});
