import { expect, it } from 'vitest';
import { sharedImports } from './index-html.ts';

it('names below a wide door are one entry of the import map, the others stand by themselves', () => {
  const door = '@nephra/plugin-sdk/widgets';
  expect(
    sharedImports(['react', 'react/jsx-runtime', `${door}/list-page`, `${door}/pager`, '@nephra/plugin-sdk/ui/core', '@nephra/plugin-sdk/record']),
  ).toEqual({
    react: 'shared:react',
    'react/jsx-runtime': 'shared:react/jsx-runtime',
    [`${door}/`]: `shared:${door}/`,
    '@nephra/plugin-sdk/ui/': 'shared:@nephra/plugin-sdk/ui/',
    '@nephra/plugin-sdk/record': 'shared:@nephra/plugin-sdk/record',
  });
});
