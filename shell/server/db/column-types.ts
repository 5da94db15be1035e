import pg from 'pg';
import { readInstant } from './pool/instant.ts';

const { builtins } = pg.types;
/** Array types whose default parser would turn exact numbers into floats or dates into local midnights. */
const arrayOf = { int8: 1016, numeric: 1231, date: 1182, timestamp: 1115 } as const;
const TEXT_ARRAY = 1009;

type Parser = (value: string) => unknown;
const keepText: Parser = (value) => value;
/** The driver's parser of text arrays: elements stay as the server wrote them. */
const keepTextArray = pg.types.getTypeParser(TEXT_ARRAY as number as typeof builtins.TEXT) as Parser;
const driversInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as Parser;

const ownParsers = new Map<number, Parser>([
  [builtins.INT8, keepText],
  [builtins.NUMERIC, keepText],
  [builtins.DATE, keepText],
  [builtins.TIMESTAMP, keepText],
  [builtins.TIMESTAMPTZ, (value) => readInstant(value, driversInstant)],
  [arrayOf.int8, keepTextArray],
  [arrayOf.numeric, keepTextArray],
  [arrayOf.date, keepTextArray],
  [arrayOf.timestamp, keepTextArray],
]);

/**
 * How columns become values: exact numbers and zone-less times stay text (no float ever touches money, no local
 * midnight ever shifts a date), timestamptz becomes a Date, json is parsed.
 */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    if (format !== 'binary') {
      const own = ownParsers.get(oid);
      if (own) return own;
    }
    return pg.types.getTypeParser(oid, format as 'text') as Parser;
  },
};
