import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { allergyState, patientSex, reimWay } from '../../patient/contract/index.ts';
import { controlClass, MAX_LINES, packageRow, readSchemas } from '../../catalogue/contract/index.ts';
import { LINE_PRINTED } from './line-content.ts';
import { detailInput, dpId, moment, prescriptionDetail, prescriptionHead } from './prescription.schema.ts';

/** What of a package or an old prescription could not be taken over; the rest is usable. Named in the envelope's `msg` too. */
export const skippedLine = Type.Object({
  drugId: Type.String(),
  drugName: Type.String(),
  /** `disabled`: still in the catalogue, not sold. `deleted`: no longer there. */
  reason: Type.Union([Type.Literal('disabled'), Type.Literal('deleted')]),
});
export type SkippedLine = Static<typeof skippedLine>;

/** Ready lines at the prices of the day that was asked for, without ids: nothing is stored yet. */
export const readyLines = Type.Object({ list: Type.Array(prescriptionDetail), skipped: Type.Array(skippedLine) });
export type ReadyLines = Static<typeof readyLines>;

/** `own`: only its owner sees it. `department`: everybody of the owner's department may use it; only the owner changes it. */
export const packageScope = Type.Union([Type.Literal('own'), Type.Literal('department')]);
export type PackageScope = Static<typeof packageScope>;

export const customPackageRow = Type.Intersect([
  packageRow,
  Type.Object({
    scope: packageScope,
    ownerId: Type.String(),
    ownerName: Type.String(),
    /** The signed-in person owns it and may change, delete and share it. */
    mine: Type.Boolean(),
    version: Type.Integer(),
    /** Milliseconds. */
    lastModifyTime: Type.Integer(),
  }),
]);
export type CustomPackageRow = Static<typeof customPackageRow>;

export const customPackageDetail = Type.Intersect([customPackageRow, readyLines]);
export type CustomPackageDetail = Static<typeof customPackageDetail>;

export const MAX_OWN_PACKAGE_NAME = 60;
export const MAX_OWN_PACKAGE_NOTE = 200;
const packageInput = {
  packageName: Type.String({ minLength: 1, maxLength: MAX_OWN_PACKAGE_NAME }),
  note: Type.Optional(Type.String({ maxLength: MAX_OWN_PACKAGE_NOTE })),
  scope: packageScope,
  prescriptionDetailList: Type.Array(detailInput, { maxItems: MAX_LINES }),
};
/** `orgId` names the facility whose catalogue applies; the signed-in person's own unless told. */
export const customPackageBody = Type.Object({ ...packageInput, orgId: Type.Optional(Type.String({ maxLength: 64 })) });
export type CustomPackageBody = Static<typeof customPackageBody>;
export const customPackageUpdateBody = Type.Object({ ...packageInput, version: Type.Integer() });
export type CustomPackageUpdateBody = Static<typeof customPackageUpdateBody>;

/** Rules of splitting in the order in which they are applied. */
export const SPLIT_RULES = ['control', 'slices', 'disease', 'category', 'insurance', 'pharmacy', 'size'] as const;
export const splitRule = Type.Enum(SPLIT_RULES);
export type SplitRule = (typeof SPLIT_RULES)[number];

/** One prescription that a split would make. The first keeps the number. */
export const splitPart = Type.Object({
  detailIds: Type.Array(Type.String()),
  /** Class of the drugs that must stand alone; empty = ordinary. */
  controlClass,
  slices: Type.Boolean(),
  reimWay,
  dpType: Type.Integer(),
  /** Code of the disease that the part is written for. */
  diseCodg: Type.String(),
  pharmacy: Type.String(),
  /** Yuan. */
  totalPrice: Type.Number(),
});
export type SplitPartRow = Static<typeof splitPart>;

export const splitFlagReply = Type.Object({
  splitFlag: Type.Boolean(),
  /** The rules that fire. */
  rules: Type.Array(splitRule),
  parts: Type.Array(splitPart),
});
export type SplitFlagReply = Static<typeof splitFlagReply>;
export const splitBody = Type.Object({ dpId, version: Type.Integer() });

/** A prescription in a patient's history. */
export const historyRow = Type.Intersect([
  prescriptionHead,
  Type.Object({
    /** Names of its lines in order, at most 12. */
    drugNames: Type.Array(Type.String()),
  }),
]);
export type HistoryRow = Static<typeof historyRow>;

export const copyBody = Type.Object({
  /** Whom the copy is for; the same patient unless told. */
  patientId: Type.Optional(Type.String({ maxLength: 64 })),
  /** Only these lines; all unless told. */
  detailIds: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: MAX_LINES })),
  dpDate: Type.Optional(moment),
  reimWay: Type.Optional(reimWay),
});
export const copyReply = Type.Intersect([
  readyLines,
  Type.Object({
    dpNumber: Type.String(),
    dpType: Type.Integer(),
    /** Lines whose price is another than then; yuan per unit. */
    priceChanges: Type.Array(Type.Object({ drugName: Type.String(), from: Type.Number(), to: Type.Number() })),
  }),
]);
export type CopyReply = Static<typeof copyReply>;

/** What a sheet of paper holds: `rx` drugs, `slices`, `treatment` everything that is carried out, `assay` laboratory. */
export const sheetKind = Type.Union([Type.Literal('rx'), Type.Literal('slices'), Type.Literal('treatment'), Type.Literal('assay')]);
export type SheetKind = Static<typeof sheetKind>;
/** Colour of the paper by rule: white, yellow (emergency), green (children), red (narcotic, psychotropic I). */
export const sheetColour = Type.Union([Type.Literal('white'), Type.Literal('yellow'), Type.Literal('green'), Type.Literal('red')]);
export type SheetColour = Static<typeof sheetColour>;

export const printSheet = Type.Object({
  /** From 1. */
  sheetNo: Type.Integer(),
  kind: sheetKind,
  colour: sheetColour,
  controlClass,
  rows: Type.Array(
    Type.Object({
      detailId: Type.String(),
      /** `┏ ┃ ┗` of an injection group, else empty. */
      mark: Type.String(),
      drugName: Type.String(),
      drugSpec: Type.String(),
      ...readSchemas(LINE_PRINTED),
      price: Type.Number(),
      subTotal: Type.Number(),
    }),
  ),
  /** Rows that stay empty and are struck out by hand. */
  blankRows: Type.Integer(),
  /** Yuan; the sheets add up to the prescription. */
  subTotal: Type.Number(),
});

export const printReply = Type.Intersect([
  prescriptionHead,
  Type.Object({
    patientSex,
    /** In full, only when a sheet is red (the law asks for it); empty otherwise. */
    patientIdcard: Type.String(),
    allergies: Type.Array(Type.String()),
    allergyState,
    sheetCount: Type.Integer(),
    sheets: Type.Array(printSheet),
  }),
]);
export type PrintReply = Static<typeof printReply>;
