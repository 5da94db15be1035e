import { describe, expect, it } from 'vitest';
import { originAllowed } from './origin-check.ts';

describe('socket origin', () => {
  it.each([
    ['http://his.example.com', 'his.example.com', true],
    ['https://his.example.com:8443', 'his.example.com:8443', true],
    ['https://HIS.example.com', 'HIS.example.com', true],
    ['https://proxy.example.org', 'inner:5000', true],
    ['https://his.example.co', 'his.example.com', false],
    ['https://his.example.com.evil.example', 'his.example.com', false],
    ['https://evil.example/his.example.com', 'his.example.com', false],
    ['https://his.example.com:444', 'his.example.com', false],
    ['null', 'his.example.com', false],
    ['file:///etc', '', false],
    ['', 'his.example.com', false],
    [undefined, 'his.example.com', false],
  ])('%s calling %s: %s', (origin, host, allowed) => {
    expect(originAllowed(origin, host, ['https://proxy.example.org'])).toBe(allowed);
  });
});
