import {
  type DictionaryUse,
  dictionaryUses,
  extend,
  type FoundUses,
  foundUses,
  type HeldRows,
  MAX_NAMED_USES,
  type ServerContext,
  usesOf,
  type UsesReader,
} from '@nephra/plugin-sdk/server';
import { RxStatus } from '../../contract/index.ts';
import { prescriptionModel } from '../prescription.model.ts';
import { customPackageLineTable } from '../tables/custom-package-line.table.ts';
import { customPackageTable } from '../tables/custom-package.table.ts';
import { lineTable } from '../tables/line.table.ts';
import { prescriptionTable } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';

/** Codes of a line that stand in dictionaries of the same name. */
const FIELDS = ['drugUsage', 'drugInterval'] as const;
type Field = (typeof FIELDS)[number];

const PRESCRIPTIONS = { zh: '处方', zhtw: '處方', en: 'Prescriptions' };

/** A usual route stands on hundreds of thousands of lines; those that are named are the newest among so many of them. */
const MAX_LINES_LOOKED_AT = 400;

type Own = ServerContext<PrescriptionDb>;
const asked = (own: Own, { log, user, dataScope }: UsesReader) => ({ ...own, log, user, dataScope });

/** Prescriptions by their lines, void ones too: what stands there stays. Whoever may not read prescriptions is told none by name. */
async function prescriptionsWith(own: Own, caller: UsesReader, field: Field, code: string, most: number): Promise<FoundUses | undefined> {
  const ctx = asked(own, caller);
  const column = `line.${field}` as const;
  const lines = lineTable.select(ctx, 'line').clearSelect().select('line.dpId').where(column, '=', code).where(column, '<>', '');
  const seen = !caller.can(prescriptionModel.menu)
    ? []
    : await prescriptionTable
        .select(ctx, 'rx')
        .where('rx.rxStatus', '<>', RxStatus.Void)
        .where('rx.id', 'in', lines.limit(MAX_LINES_LOOKED_AT))
        .orderBy('rx.dpDate', 'desc')
        .orderBy('rx.id', 'desc')
        .limit(most + 1)
        .execute();
  let others = lineTable
    .everywhere(ctx, 'a code that a line holds is in use, whoever may see the prescription or package; only what the caller sees is named', 'line')
    .where(column, '=', code)
    .where(column, '<>', '');
  if (seen.length > 0) {
    others = others.where(
      'line.dpId',
      'not in',
      seen.map(({ id }) => id),
    );
  }
  const more = (await others.limit(1).execute()).length;
  return foundUses(
    PRESCRIPTIONS,
    seen.map(({ patientName, dpNumber }) => `${patientName} ${dpNumber}`),
    seen.length + more,
    most,
  );
}

/** Packages of one's own and of one's department by name; those of others are in use as well. */
function packagesWith(field: Field): HeldRows<PrescriptionDb> {
  const holding = (ctx: ServerContext<PrescriptionDb>, code: string) =>
    customPackageLineTable
      .everywhere(ctx, 'a code that a line holds is in use, whoever may see the prescription or package; only what the caller sees is named', 'line')
      .clearSelect()
      .select('line.packageId')
      .where(`line.${field}` as const, '=', code);
  return {
    title: { zh: '个人套餐', zhtw: '個人套組', en: "People's own packages" },
    menu: prescriptionModel.menu,
    async held(ctx, code, limit) {
      const all = customPackageTable
        .everywhere(ctx, 'a code that a line holds is in use, whoever may see the prescription or package; only what the caller sees is named', 'own')
        .where('own.removed', '=', false)
        .where('own.id', 'in', holding(ctx, code));
      return (await all.limit(limit).execute()).length;
    },
    async named(ctx, code, limit) {
      const seen = customPackageTable.select(ctx, 'own').where('own.id', 'in', holding(ctx, code)).orderBy('own.packageName').orderBy('own.id').limit(limit);
      return (await seen.execute()).map(({ packageName }) => packageName);
    },
  };
}

/** Tells the page of dictionaries which prescriptions and packages hold a route or a frequency. */
export const lineCodeUses = FIELDS.flatMap((field) => {
  const packages = packagesWith(field);
  return [
    extend(
      dictionaryUses,
      (own: Own): DictionaryUse => ({ dictionary: field, of: (caller, code, most = MAX_NAMED_USES) => prescriptionsWith(own, caller, field, code, most) }),
    ),
    extend(dictionaryUses, (own: Own): DictionaryUse => ({ dictionary: field, of: usesOf(own, packages) })),
  ];
});
