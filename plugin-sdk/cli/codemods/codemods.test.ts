import { describe, expect, it } from 'vitest';
import { renames } from './rename.ts';
import { withSdkRange } from './sdk-range.ts';

describe('between two SDKs', () => {
  const codemod = renames(7, 'slots are fillings', [
    { door: '@nephra/plugin-sdk/web', from: 'slot', to: 'filling' },
    { door: '@nephra/plugin-sdk/web', from: 'Act', to: 'Act', toDoor: '@nephra/plugin-sdk/contract' },
  ]);

  it('a name is taken from where it is now, and used as it was', () => {
    const before = `import { Act, definePlugin, slot, type WebContext } from '@nephra/plugin-sdk/web';\nconst slots = [slot('a@1')];\n`;
    expect(codemod.apply(before, 'plugin.ts')).toBe(
      `import { definePlugin, filling as slot, type WebContext } from '@nephra/plugin-sdk/web';\nimport { Act } from '@nephra/plugin-sdk/contract';\nconst slots = [slot('a@1')];\n`,
    );
  });

  it('what was renamed by its user, types and exports keep their form; others and other files are left alone', () => {
    expect(codemod.apply(`export { slot as place } from "@nephra/plugin-sdk/web";`, 'x.ts')).toBe(`export { filling as place } from "@nephra/plugin-sdk/web";`);
    expect(codemod.apply(`import type { slot } from '@nephra/plugin-sdk/web';`, 'x.tsx')).toBe(
      `import type { filling as slot } from '@nephra/plugin-sdk/web';`,
    );
    for (const source of [`import { slot } from './own.ts';`, `import { slot } from '@nephra/plugin-sdk/ui';`, `const slot = 1;`])
      expect(codemod.apply(source, 'x.ts')).toBe(source);
    expect(codemod.apply(`{ slot } from '@nephra/plugin-sdk/web'`, 'x.json')).toBe(`{ slot } from '@nephra/plugin-sdk/web'`);
    // Applied twice it changes nothing more.
    const once = codemod.apply(`import { slot } from '@nephra/plugin-sdk/web';`, 'x.ts');
    expect(codemod.apply(once, 'x.ts')).toBe(once);
  });

  it('the range of plugin.ts takes the new SDK in, and stays where it does', () => {
    expect(withSdkRange(`{ id: 'x', sdk: '^1.0.0' }`, '2.0.0')).toBe(`{ id: 'x', sdk: '^2.0.0' }`);
    expect(withSdkRange(`{ sdk: '>=1.0.0' }`, '2.0.0')).toBe(`{ sdk: '>=1.0.0' }`);
  });
});
