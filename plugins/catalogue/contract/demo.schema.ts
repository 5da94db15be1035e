import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { catalogueEntry, checkLevel } from './catalogue.schema.ts';
import { LINE_ORDER, readSchemas } from './lines/line-order.ts';

const packageLine = Type.Object({
  drugId: Type.String(),
  ...readSchemas(LINE_ORDER),
});

/** Generated data for a demo system, `plugins/catalogue` part. Codes start with SIM. */
export const catalogueDemo = Type.Object({
  /** Facilities that get the whole catalogue, packages included. */
  catalogueOrgIds: Type.Array(Type.String()),
  /** `kind` drug; drugType 西药 or 中成药. */
  drugs: Type.Array(catalogueEntry),
  /** `kind` material; drugType 耗材 or 材料. */
  materials: Type.Array(catalogueEntry),
  /** `kind` item; drugType 挂号, 治疗, 检查, 护理 or 其他. */
  items: Type.Array(catalogueEntry),
  /** `kind` item; drugType 化验. */
  labs: Type.Array(catalogueEntry),
  /** How prices came about: in this order, days counted from the first start. Entries without any have their price since long ago. */
  prices: Type.Optional(
    Type.Array(
      Type.Object({
        drugId: Type.String(),
        dayOffset: Type.Integer(),
        price: Type.Number({ minimum: 0 }),
        reason: Type.String(),
        /** Names the changes that one act made; empty for a single one. */
        batch: Type.String(),
        /** Why it was taken back; empty = it stands. */
        withdrawn: Type.String(),
      }),
    ),
  ),
  packages: Type.Array(
    Type.Object({ packageId: Type.String(), packageName: Type.String(), note: Type.String(), sortCode: Type.Integer(), lines: Type.Array(packageLine) }),
  ),
  /** Pairs of ingredients that should not be given together. */
  interactions: Type.Array(Type.Object({ id: Type.String(), ingredientA: Type.String(), ingredientB: Type.String(), level: checkLevel, note: Type.String() })),
  diagnoses: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
});
export type CatalogueDemo = Static<typeof catalogueDemo>;
