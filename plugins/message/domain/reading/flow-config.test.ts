import { describe, expect, it } from 'vitest';
import { flowAddress, readFlowConfig } from './flow-config.ts';

const BODY = JSON.stringify({ enCode: 'SIM.请假', flowId: 'f1', formType: 1, status: 1, processId: 'p1', taskNodeId: 'n1', taskOperatorId: 'o1', type: 2 });
const FOUND = { type: 2, enCode: 'SIM.请假', flowId: 'f1', processId: 'p1', taskNodeId: 'n1', taskOperatorId: 'o1' };

const utf8Base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
/** As the router hands it to a page. */
const queryOf = (address: string): string => new URLSearchParams(address.split('?')[1]).get('config') ?? '';

describe('config of a workflow detail', () => {
  it('[2.1-13] is base64 of the URL-encoded message body', () => {
    const config = queryOf(flowAddress(BODY));
    expect(decodeURIComponent(atob(config))).toBe(BODY);
    expect(readFlowConfig(config)).toEqual(FOUND);
  });

  it.each([
    ['base64 of the text, encoded for the address', utf8Base64(BODY)],
    ['the same, still encoded', encodeURIComponent(utf8Base64(BODY))],
    ['the same with plus signs that a query took for spaces', utf8Base64(BODY.replace('f1', '>>>???')).replaceAll('+', ' ')],
    ['base64 of the encoded text', btoa(encodeURIComponent(BODY))],
  ])('[2.1-13] reads %s', (_, config) => expect(readFlowConfig(config)).toMatchObject({ type: 2, enCode: 'SIM.请假', processId: 'p1' }));

  it.each(['', 'abc', '%', '%E0%A4%A', btoa('null'), btoa('[1]'), btoa('{"type":9}'), 'A'.repeat(20_001)])('knows what is none: %s', (config) =>
    expect(readFlowConfig(config)).toBeUndefined(),
  );
});
