import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { catalogueRow, packageRow } from './catalogue.schema.ts';
import { enableMark } from './catalogue-entry.schema.ts';
import { LINE_ORDER, sentSchemas } from './lines/line-order.ts';
import { MAX_DAYS, MAX_DOSE, MAX_LINES, MAX_QUANTITY, MIN_DAYS } from './lines/line-limits.ts';

export const MAX_PACKAGE_NAME = 100;
export const MAX_PACKAGE_NOTE = 200;
export const MAX_PACKAGE_SORT = 999_999;

/** `disabled`: no longer sold, `missing`: not in the catalogue of the facility. Both are left out when a doctor takes the package. */
export const packageLineState = Type.Enum(['ok', 'disabled', 'missing']);

/** One line as a person chose it. A quantity is computed from the dose unless `manualNum`. */
const choice = {
  drugId: Type.String({ minLength: 1, maxLength: 64 }),
  ...sentSchemas(LINE_ORDER),
  onceUsing: Type.Number({ minimum: 0, maximum: MAX_DOSE }),
  drugDays: Type.Integer({ minimum: MIN_DAYS, maximum: MAX_DAYS }),
  drugNum: Type.Number({ minimum: 0, maximum: MAX_QUANTITY }),
};
export const packageLineInput = Type.Object(choice);
export type PackageLineInput = Static<typeof packageLineInput>;

/** The same with what the catalogue says today; `entry` is null when the line is missing there. */
export const packageLineRow = Type.Object({ ...choice, state: packageLineState, entry: Type.Union([catalogueRow, Type.Null()]) });
export type PackageLineRow = Static<typeof packageLineRow>;

export const maintainedPackage = Type.Object({
  ...packageRow.properties,
  sortCode: Type.Integer(),
  enableMark,
  /** Lines that are left out because their entry is disabled or missing. */
  deadCount: Type.Integer(),
  version: Type.Integer(),
});
export type MaintainedPackage = Static<typeof maintainedPackage>;

export const wholePackage = Type.Object({ ...maintainedPackage.properties, lines: Type.Array(packageLineRow) });
export type WholePackage = Static<typeof wholePackage>;

export const savePackageBody = Type.Object({
  packageName: Type.String({ minLength: 1, maxLength: MAX_PACKAGE_NAME, pattern: '\\S' }),
  note: Type.String({ maxLength: MAX_PACKAGE_NOTE }),
  sortCode: Type.Integer({ minimum: 0, maximum: MAX_PACKAGE_SORT }),
  lines: Type.Array(packageLineInput, { minItems: 1, maxItems: MAX_LINES }),
  /** Left out when it is new. */
  version: Type.Optional(Type.Integer()),
});
export type SavePackageBody = Static<typeof savePackageBody>;
