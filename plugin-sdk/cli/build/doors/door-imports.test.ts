import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rewriteDoorImports } from './door-imports.ts';
import { readDoors, reexports } from './door-names.ts';
import { locateSdk } from '../sdk-location.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
/** Somewhere inside: what it imports is written as seen from there, so that no folder of this machine gets into what is built. */
const PAGE = path.join(root, 'plugins/beds/web/page.tsx');
const doors = readDoors(locateSdk(root));
const rewrite = (source: string) => rewriteDoorImports(source, PAGE, doors);
const short = (code: string) => code.replaceAll('../../../', '').replaceAll('@nephra/plugin-sdk', 'sdk');

describe('imports from a door', () => {
  it('go to the modules that hold the names, under the names that the file uses', () => {
    const { code, problems } = rewrite(`import { Button, Table as Grid, type TableProps } from '@nephra/plugin-sdk/ui';`);
    expect(problems).toEqual([]);
    expect(short(code)).toBe(`import { Button } from "sdk/ui/core"; import { Table as Grid } from "sdk/ui/data";`);
  });

  it('copy fields, icons and illustrations one by one', () => {
    const { code } = rewrite(`import { FormSelect, IconSearch, IllustrationNoContent as Nothing } from '@nephra/plugin-sdk/ui';`);
    expect(short(code)).toBe(
      [
        `import { FormSelect } from "plugin-sdk/web/ui/form-field/select.ts";`,
        `import { default as IconSearch } from "node_modules/@douyinfe/semi-icons/lib/es/icons/IconSearch.js";`,
        `import { default as Nothing } from "node_modules/@douyinfe/semi-illustrations/lib/es/illustrations/IllustrationNoContent.js";`,
      ].join(' '),
    );
  });

  it('keep every other line where it was', () => {
    const source = `import './x.css';\nimport {\n  Button, // the usual one\n  /* and */ Input,\n} from '@nephra/plugin-sdk/ui';\nconst here = 6;\n`;
    const { code } = rewrite(source);
    expect(code.split('\n').indexOf('const here = 6;')).toBe(source.split('\n').indexOf('const here = 6;'));
    expect(short(code)).toContain(`import { Button } from "sdk/ui/core"; import { Input } from "sdk/ui/core";`);
  });

  it('leave types, other packages and text alone', () => {
    for (const source of [
      `import type { ColumnProps } from '@nephra/plugin-sdk/ui';`,
      `import type * as ui from '@nephra/plugin-sdk/ui';`,
      `import { a } from 'other';`,
      `const text = "import { x } from";`,
    ]) {
      expect(rewrite(source)).toEqual({ code: source, problems: [] });
    }
  });

  it('may be handed on by an export', () => {
    expect(short(rewrite(`export { Button as Knob } from '@nephra/plugin-sdk/ui';`).code)).toBe(`export { Button as Knob } from "sdk/ui/core";`);
  });

  it.each([
    [`import * as ui from '@nephra/plugin-sdk/ui';`, 'cannot be imported as a whole'],
    [`import ui, { Button } from '@nephra/plugin-sdk/ui';`, 'cannot be imported by default'],
    [`export * from '@nephra/plugin-sdk/widgets';`, 'cannot be imported as a whole'],
    [`import '@nephra/plugin-sdk/ui';`, 'must name what it needs'],
    [`import { Tabel } from '@nephra/plugin-sdk/ui';`, "has no 'Tabel'"],
    [`import { ListStore } from '@nephra/plugin-sdk/ui';`, "'ListStore' is in '@nephra/plugin-sdk/widgets'"],
    [`import { ColumnProps } from '@nephra/plugin-sdk/ui';`, 'write `type ColumnProps`'],
    [`import { IconNoSuchThing } from '@nephra/plugin-sdk/ui';`, "has no 'IconNoSuchThing'"],
  ])('%s is refused', (source, message) => {
    const { problems } = rewrite(`\n${source}`);
    expect(problems[0]?.text).toContain(message);
    expect(problems[0]?.location).toMatchObject({ file: PAGE, line: 2 });
  });
});

it('re-exported types are no values', () => {
  expect([...reexports(`export { A, type B, c as D } from './x.ts';\nexport type { E } from './y.ts';\nexport { type F } from './z.ts';`)]).toEqual([
    ['./x.ts', ['A', 'D']],
  ]);
});
