import { expect, it } from 'vitest';
import { HTTP, MAX_BODY, METHOD, readTaskContent, type TaskContent, taskText } from './task-content.ts';

const read = (type: string, content: object | string) => readTaskContent(type, typeof content === 'string' ? content : JSON.stringify(content));

it('reads what older clients send: a timetable of six fields and the id of a method', () => {
  expect(read(METHOD, { cron: '0 0 3 * * ?', interfaceId: '', interfaceName: '', parameter: [], localHostTaskId: 'system.forget-holds' })).toEqual({
    kind: 'method',
    cron: '0 3 * * *',
    method: 'system.forget-holds',
  });
});

it('reads a call, and writes both as they are read', () => {
  const call: TaskContent = { kind: 'http', cron: '*/5 * * * *', url: 'https://gateway.example/api?x=1', method: 'POST', body: '{"a":1}' };
  const method: TaskContent = { kind: 'method', cron: '0 3 * * *', method: 'a.b' };
  expect(read(HTTP, taskText(call))).toEqual(call);
  expect(read(METHOD, taskText(method))).toEqual(method);
});

it.each([
  [METHOD, 'no json', 'task-unreadable'],
  [METHOD, '[]', 'task-unreadable'],
  [METHOD, { cron: '0 3 * * *' }, 'task-no-method'],
  [HTTP, { cron: '0 3 * * *', interfaceId: '17' }, 'task-interface'],
  [HTTP, { cron: '0 3 * * *' }, 'task-url'],
  [HTTP, { cron: '0 3 * * *', url: 'file:///etc/passwd' }, 'task-url'],
  [HTTP, { cron: '0 3 * * *', url: 'https://name:word@gateway.example/' }, 'task-url'],
  [HTTP, { cron: '0 3 * * *', url: `https://gateway.example/${'x'.repeat(500)}` }, 'task-url'],
  [HTTP, { cron: '0 3 * * *', url: 'https://gateway.example/', body: 'x'.repeat(MAX_BODY + 1) }, 'task-body'],
] as const)('%s %j is refused: %s', (type, content, flaw) => {
  expect(read(type, content)).toEqual({ flaw });
});
