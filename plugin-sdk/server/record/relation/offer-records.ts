import type { ExtensionToken, ServiceToken } from '../../../contract/index.ts';
import { checkRelations, findingText } from '../../../contract/record/index.ts';
import type { ServerContext } from '../../context.ts';
import { type AreaUse, areaUses } from './area-points.ts';
import { fileHolders } from '../../files/file-holders.ts';
import { fileReaders } from '../../files/file-readers.ts';
import { RecordFileHolder, RecordFileReader } from '../files/record-files.ts';
import { holdsFiles } from '../files/rows-of-files.ts';
import { type DictionaryUse, dictionaryUses } from '../../dictionary-points.ts';
import type { RecordEngine } from '../record-engine.ts';
import { LineUse, recordUses, RelationUse } from './record-uses.ts';
import { relatedRows, RelatedRowsOf } from './related-rows.ts';

/** What an implementation of a record has besides its routes; plugins may bring a copy of the engine's class with them. */
interface Served {
  readonly engine: RecordEngine;
}
const isServed = (implementation: object): implementation is Served => 'engine' in implementation;

interface Offer<DB> {
  readonly token: ServiceToken<unknown>;
  readonly create: (ctx: ServerContext<DB>) => unknown;
}
interface Addition<DB> {
  readonly token: ExtensionToken<unknown>;
  readonly create: (ctx: ServerContext<DB>) => unknown;
}

/**
 * What the records of a plugin are to relations: each offers its rows, and each relation tells the record that it names.
 * @throws TypeError with a line `REC-…` for each relation to a record of the same plugin that is not there
 */
export function offerRecords<DB>(implementations: readonly object[]): {
  readonly services: readonly Offer<DB>[];
  readonly extensions: readonly Addition<DB>[];
} {
  const served = implementations.filter(isServed);
  const findings = checkRelations(served.map(({ engine }) => engine.rows.record));
  if (findings.length > 0) throw new TypeError(findings.map((finding) => findingText(finding.record, finding)).join('\n'));
  return {
    services: served.map(({ engine: { rows } }) => ({
      token: relatedRows(rows.record.name),
      create: (ctx) => new RelatedRowsOf(ctx as unknown as ServerContext<unknown>, rows),
    })),
    extensions: served.flatMap(({ engine: { rows } }) => [
      ...(rows.record.fields.some(holdsFiles)
        ? [
            { token: fileReaders, create: (ctx: ServerContext<DB>) => new RecordFileReader(ctx as unknown as ServerContext<unknown>, rows) },
            { token: fileHolders, create: (ctx: ServerContext<DB>) => new RecordFileHolder(ctx as unknown as ServerContext<unknown>, rows) },
          ]
        : []),
      ...rows.record.fields
        .filter(({ kind }) => kind === 'dictionary')
        .map((field) => ({
          token: dictionaryUses,
          create: (ctx: ServerContext<DB>): DictionaryUse => {
            const use = new RelationUse(ctx as unknown as ServerContext<unknown>, rows, field);
            return { dictionary: field.dictionary ?? '', of: (caller, code, most) => use.of(caller, code, most) };
          },
        })),
      ...rows.record.fields
        .filter(({ kind }) => kind === 'address')
        .map((field) => ({
          token: areaUses,
          create: (ctx: ServerContext<DB>): AreaUse => new RelationUse(ctx as unknown as ServerContext<unknown>, rows, field),
        })),
      ...rows.record.fields
        .filter(({ kind, onRemove, onDisable }) => kind === 'relation' && (onRemove !== 'keep' || onDisable === 'refuse'))
        .map((field) => ({
          token: recordUses(field.target ?? ''),
          create: (ctx: ServerContext<DB>) => new RelationUse(ctx as unknown as ServerContext<unknown>, rows, field),
        })),
      ...(rows.lines.relations ?? [])
        .filter(([, { onRemove, onDisable }]) => onRemove !== 'keep' || onDisable === 'refuse')
        .map(([lines, cell]) => ({
          token: recordUses(cell.target ?? ''),
          create: (ctx: ServerContext<DB>) => new LineUse(ctx as unknown as ServerContext<unknown>, rows, lines, cell),
        })),
    ]),
  };
}
