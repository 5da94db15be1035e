import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PartialMessage, Plugin } from 'esbuild';
import { type Doors, namesOf } from './door-names.ts';
import { SDK, UI_DOOR, WIDGET_DOOR } from './shared-names.ts';

/** One import or export statement from a door. Clauses hold neither quotes nor semicolons, so a match cannot span statements. */
const STATEMENT = /((?:^|;)[ \t]*)(import|export)\s+([^'";]*?)\s*from\s*(['"])(@nephra\/plugin-sdk\/(?:ui|widgets))\4[ \t]*;?/gm;
const BARE = /(?:^|;)[ \t]*import\s*(['"])(@nephra\/plugin-sdk\/(?:ui|widgets))\1/m;

export interface Rewritten {
  readonly code: string;
  readonly problems: readonly PartialMessage[];
}

/** As written in the file: what is built carries no folder of the machine that built it, in source maps neither. */
function besideFile(file: string, target: string): string {
  const relative = path.relative(path.dirname(file), target).split(path.sep).join('/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

const lineOf = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/**
 * Sends the named imports of `@nephra/plugin-sdk/ui` and `/widgets` on to the modules that hold the names. Keeps every
 * line of the file where it was, so source maps stay right.
 */
export function rewriteDoorImports(source: string, file: string, doors: Doors): Rewritten {
  const problems: PartialMessage[] = [];
  const complain = (index: number, text: string) => {
    const line = lineOf(source, index);
    problems.push({ text, location: { file, line, lineText: source.split('\n')[line - 1] ?? '' } });
  };
  const bare = BARE.exec(source);
  if (bare) complain(bare.index, `An import of '${bare[2]}' must name what it needs: import { Button } from '${UI_DOOR}'.`);

  const code = source.replace(STATEMENT, (statement, indent: string, verb: string, clause: string, _quote, door: string, index: number) => {
    if (/^type\s*[{*]/.test(clause) || /^type\s+[A-Za-z_$][\w$]*$/.test(clause)) return statement;
    const braces = /^\{([\s\S]*)\}$/.exec(clause);
    if (!braces) {
      const how = clause.startsWith('*') || clause.includes('* as') ? 'as a whole' : 'by default';
      complain(
        index,
        `'${door}' cannot be imported ${how}: only the named parts of it that a page uses are loaded. Write import { … } from '${door}' with the names you need.`,
      );
      return statement;
    }
    const statements: string[] = [];
    for (const { imported, exported } of namesOf(braces[1] ?? '')) {
      const target = doors.find(door, imported);
      if (!target) {
        complain(index, unknownName(door, imported, doors));
        continue;
      }
      const from = target.kind === 'shared' ? target.module : besideFile(file, target.file);
      const original = target.kind === 'shared' ? imported : target.name;
      statements.push(`${verb} { ${original === exported ? original : `${original} as ${exported}`} } from ${JSON.stringify(from)};`);
    }
    const lines = statement.split('\n').length - 1;
    return `${indent}${statements.join(' ')}${'\n'.repeat(lines)}`;
  });
  return { code, problems };
}

function unknownName(door: string, name: string, doors: Doors): string {
  const other = [UI_DOOR, WIDGET_DOOR].find((candidate) => candidate !== door && doors.find(candidate, name));
  if (other) return `'${name}' is in '${other}', not in '${door}'.`;
  const alike = doors.names(door).filter((known) => known.toLowerCase().startsWith(name.slice(0, 4).toLowerCase()));
  const hint = alike.length > 0 ? ` Similar names: ${alike.slice(0, 5).join(', ')}.` : '';
  return `'${door}' has no '${name}'.${hint} If it is a type, write \`type ${name}\`.`;
}

/** esbuild plugin: rewrites the doors in every TypeScript file that is bundled. */
export function doorImports(doors: Doors): Plugin {
  return {
    name: 'nephra-doors',
    setup(build) {
      build.onResolve({ filter: /^@nephra\/plugin-sdk\/(ui|widgets)$/ }, ({ path: door, kind }) => ({
        errors: [
          {
            text:
              kind === 'dynamic-import'
                ? `'${door}' cannot be imported dynamically as a whole. Import the page that uses it dynamically instead; what it names is then loaded with it.`
                : `'${door}' must be imported by name: import { … } from '${door}'.`,
          },
        ],
      }));
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path: file }) => {
        const packaged = file.includes(`${path.sep}node_modules${path.sep}`) && !file.includes(`${path.sep}@nephra${path.sep}`);
        if (packaged) return undefined;
        const source = await readFile(file, 'utf8');
        if (!source.includes(`${SDK}/ui`) && !source.includes(`${SDK}/widgets`)) return undefined;
        const { code, problems } = rewriteDoorImports(source, file, doors);
        const loader = /\.[cm]?tsx$/.test(file) ? 'tsx' : /\.[cm]?ts$/.test(file) ? 'ts' : 'jsx';
        return { contents: code, loader, resolveDir: path.dirname(file), errors: [...problems] };
      });
    },
  };
}
