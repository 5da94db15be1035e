import { expect, it } from 'vitest';
import { withoutSchemas } from './schema-alias.ts';

it('schemas leave a contract, and nothing else does', () => {
  const code = `const row = Type.Object({ a: Type.String() });
const text = (max) => Type.String({ maxLength: max });
export const c = defineContract('c', { list: get('/api/c', { need: 'session', reply: listOf(row), query: Type.Object({
  b: Type.Optional(text(3)),
}) }) });
export const Kind = { Type: 1 };`;
  expect(withoutSchemas(code)).toBe(`const row = ({});
const text = (max) => ({});
export const c = defineContract('c', { list: get('/api/c', { need: 'session', reply: listOf(row), query: ({})

 }) });
export const Kind = { Type: 1 };`);
});
