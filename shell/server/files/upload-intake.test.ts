import { describe, expect, it } from 'vitest';
import { UploadIntake } from './upload-intake.ts';

describe('places of uploads that are being read', () => {
  it('are limited for a person, for an address and in all, and come back', () => {
    const intake = new UploadIntake({ inAll: 4, perAddress: 3, perPerson: 2 });
    const leave = [intake.enter('a', '1'), intake.enter('a', '2')];
    expect(() => intake.enter('a', '3')).toThrowError('core.too-many-uploads');
    leave.push(intake.enter('b', '1'), intake.enter('c', '1'));
    expect(() => intake.enter('d', '1')).toThrowError('core.too-many-uploads');
    expect(() => intake.enter('d', '4')).toThrowError('core.too-busy');
    leave[0]?.();
    leave[0]?.();
    expect(intake.running).toBe(3);
    leave.push(intake.enter('d', '4'));
    for (const one of leave) one();
    expect(intake.running).toBe(0);
    for (let times = 0; times < 2; times += 1) intake.enter('a', '1');
  });

  it('count nobody by the address, so that strangers do not share one place', () => {
    const intake = new UploadIntake({ inAll: 9, perAddress: 9, perPerson: 1 });
    intake.enter('', '1');
    intake.enter('', '2');
    expect(() => intake.enter('', '2')).toThrowError('core.too-many-uploads');
  });
});
