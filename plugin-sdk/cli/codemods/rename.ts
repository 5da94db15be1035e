import type { Codemod } from './codemod.ts';

/** A name of an entry point that is called otherwise, or stands in another one. */
export interface Renaming {
  readonly door: string;
  readonly from: string;
  readonly to: string;
  /** Entry point that has it now; default: the same. */
  readonly toDoor?: string;
}

const STATEMENT = /((?:^|\n)[ \t]*)(import|export)(\s+type)?\s*\{([^}]*)\}\s*from\s*(['"])(@nephra\/[\w/.-]+)\5[ \t]*;?/g;

interface Named {
  readonly type: string;
  readonly name: string;
  readonly local: string;
}

function namedOf(text: string): Named[] {
  return text.split(',').flatMap((one) => {
    const [, type = '', name, local] = /^\s*(type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(one) ?? [];
    return name === undefined ? [] : [{ type: type.trim() === '' ? '' : 'type ', name, local: local ?? name }];
  });
}

const written = ({ type, name, local }: Named): string => `${type}${name === local ? name : `${name} as ${local}`}`;

/**
 * A codemod that renames names where they are imported. The sources go on with the name that they use, as `new as old`: nothing that is called alike elsewhere is touched.
 */
export function renames(number: number, title: string, list: readonly Renaming[]): Codemod {
  return {
    number,
    title,
    apply(source, file) {
      if (!/\.tsx?$/.test(file)) return source;
      return source.replace(STATEMENT, (statement, start: string, verb: string, asType: string | undefined, clause: string, quote: string, door: string) => {
        const named = namedOf(clause);
        const mine = list.filter((one) => one.door === door);
        if (!named.some(({ name }) => mine.some(({ from }) => from === name))) return statement;
        const byDoor = new Map<string, Named[]>([[door, []]]);
        for (const one of named) {
          const found = mine.find(({ from }) => from === one.name);
          const target = found?.toDoor ?? door;
          byDoor.set(target, [...(byDoor.get(target) ?? []), found ? { ...one, name: found.to } : one]);
        }
        const lines = [...byDoor].flatMap(([target, names]) =>
          names.length === 0 ? [] : [`${verb}${asType ?? ''} { ${names.map(written).join(', ')} } from ${quote}${target}${quote};`],
        );
        return start + lines.join('\n');
      });
    },
  };
}
