import { describe, expect, it } from 'vitest';
import { frameAddress } from './frame-address.ts';

const ORIGIN = 'https://his.example';

describe('address of a document preview', () => {
  it('[2.4-26] takes web addresses and paths of our own origin', () => {
    expect(frameAddress('https://preview.example/view?id=1', ORIGIN)).toBe('https://preview.example/view?id=1');
    expect(frameAddress('/api/file/view/1', ORIGIN)).toBe('https://his.example/api/file/view/1');
  });

  it('[8-14] treats an empty answer as a missing file', () => {
    expect(frameAddress('', ORIGIN)).toBeUndefined();
    expect(frameAddress('   ', ORIGIN)).toBeUndefined();
  });

  it('refuses addresses that would run as ours', () => {
    expect(frameAddress('javascript:alert(1)', ORIGIN)).toBeUndefined();
    expect(frameAddress('data:text/html,x', ORIGIN)).toBeUndefined();
    expect(frameAddress('blob:https://his.example/1', ORIGIN)).toBeUndefined();
  });
});
