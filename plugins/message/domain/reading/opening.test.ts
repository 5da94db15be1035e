import { describe, expect, it } from 'vitest';
import { openingOf } from './opening.ts';

const link = { menu: 'his.pharmacy', query: {} };
const flow = JSON.stringify({ enCode: 'leave', flowId: '7', formType: 2, status: 0, processId: '9', taskNodeId: '', taskOperatorId: '', type: 2 });

describe('[3-17] [5-26] what a message opens', () => {
  it.each([
    ['a notice', { type: 1, bodyText: '', link: null }, 'dialog'],
    ['a message with a link', { type: 2, bodyText: 'text', link }, 'link'],
    ['a message of a workflow', { type: 2, bodyText: flow, link: null }, 'flow'],
    ['a message with a text alone', { type: 2, bodyText: 'text', link: null }, 'dialog'],
    ['a text that only looks like one of a workflow', { type: 2, bodyText: '{"flowId":7', link: null }, 'dialog'],
    ['a message without text', { type: 2, bodyText: '', link: null }, 'nothing'],
    ['a private message without text', { type: 3, bodyText: '', link: null }, 'nothing'],
  ] as const)('%s', (_name, message, opens) => {
    expect(openingOf(message)).toBe(opens);
  });
});
