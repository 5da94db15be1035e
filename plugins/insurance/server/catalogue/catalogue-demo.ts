import { DAY_MS, formatInstant, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { CatalogueInfno, ListType } from '../../contract/index.ts';
import { type CatalogueRow, laterVersion } from '../../domain/catalogue/catalogue-layout.ts';
import { gradeOf } from '../../domain/fee-split.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { catalogueVersionTable } from '../tables/catalogue-run.table.ts';
import { mappingTable } from '../tables/mapping.table.ts';
import { storePage } from './download/catalogue-pages.store.ts';
import { storeRows } from './catalogue-store.ts';
import { countRows } from './row-counts.query.ts';
import { syncFacilityItems } from './mapping/facility-items.ts';

interface ListedDemo {
  readonly code: string;
  readonly name: string;
  readonly listType: ListType;
  readonly chargeType: string;
  /** 甲, 乙 or 丙. */
  readonly grade: string;
  readonly limited: boolean;
  readonly limitText: string;
  /** Millionths. */
  readonly sharePpm: number;
  /** Millionths of a yuan by level of the facility, first class first; null = no cap. */
  readonly caps: readonly number[] | null;
  readonly spec: string;
  readonly form: string;
  readonly unit: string;
  readonly approval: string;
  readonly maker: string;
  readonly version: string;
}

/** What the demo system's `insurance.json` says of the national list: it is all invented. */
export interface CatalogueDemo {
  readonly connections?: readonly { readonly orgId: string; readonly mdtrtareaAdmvs: string }[];
  readonly catalogue?: readonly ListedDemo[];
  readonly mapping?: readonly { readonly drugId: string; readonly code: string; readonly reported: boolean }[];
}

const FILES: readonly (readonly [CatalogueInfno, ListType])[] = [
  ['1301', '101'],
  ['1305', '201'],
  ['1306', '301'],
];
const QUERIES = ['1312', '1316', '1318', '1319'] as const satisfies readonly CatalogueInfno[];
const FIRST_DAY = '2026-01-01';
const DOWNLOADED_DAYS_AGO = 3;
const PARTS = 1_000_000;

const rowOf = (one: ListedDemo): CatalogueRow => ({
  ...one,
  genericName: one.name,
  approvalNumber: one.approval,
  grade: gradeOf(one.grade),
  valid: true,
  begnDate: FIRST_DAY,
  endDate: '',
});

/** The same as the platform's queries would bring it. */
function pageOf(kind: (typeof QUERIES)[number], list: readonly ListedDemo[], area: string): Record<string, unknown>[] {
  const common = (one: ListedDemo) => ({ hilist_code: one.code, insu_admdvs: area, begndate: FIRST_DAY, vali_flag: '1' });
  if (kind === '1316') return list.map((one) => ({ ...common(one), med_list_codg: one.code }));
  if (kind === '1318') {
    return list.flatMap((one) =>
      (one.caps ?? []).map((cap, at) => ({ ...common(one), hilist_lmtpric_type: String(at + 1), overlmt_dspo_way: '1', hilist_pric_uplmt_amt: cap / PARTS })),
    );
  }
  if (kind === '1319') return list.map((one) => ({ ...common(one), selfpay_prop_psn_type: '', selfpay_prop_type: '10', selfpay_prop: one.sharePpm / PARTS }));
  return list.map((one) => ({
    ...common(one),
    hilist_name: one.name,
    list_type: one.listType,
    med_chrgitm_type: one.chargeType,
    chrgitm_lv: one.grade,
    lmt_used_flag: one.limited ? '1' : '0',
  }));
}

/** Fills each connected facility with the list as if it had been downloaded, and with most of its mappings. */
export async function loadCatalogueDemo({ connections = [], catalogue = [], mapping = [] }: CatalogueDemo, ctx: ServerContext<InsuranceTables>): Promise<void> {
  if (catalogue.length === 0) return;
  const rows = FILES.map(([kind, listType]) => [kind, catalogue.filter((one) => one.listType === listType).map(rowOf)] as const);
  for (const { orgId: id, mdtrtareaAdmvs } of connections) {
    const orgId = id as OrgId;
    for (const [kind, list] of rows) await storeRows(ctx.db, orgId, kind, list);
    for (const kind of QUERIES) await storePage(ctx.db, orgId, kind, pageOf(kind, catalogue, mdtrtareaAdmvs));
    await noteVersions(ctx, orgId, rows);
    await syncFacilityItems(ctx, orgId);
    await noteMappings(ctx, orgId, { catalogue, mapping });
  }
}

async function noteVersions(ctx: ServerContext<InsuranceTables>, orgId: OrgId, files: readonly (readonly [CatalogueInfno, CatalogueRow[]])[]): Promise<void> {
  const checkedAt = new Date(ctx.clock.now().getTime() - DOWNLOADED_DAYS_AGO * DAY_MS);
  const until = formatInstant(checkedAt.getTime(), 'yyyy-MM-dd HH:mm:ss');
  const values = [
    ...files.map(([kind, list]) => ({ orgId, kind, checkedAt, version: list.reduce((last, row) => laterVersion(last, row.version), '') })),
    ...QUERIES.map((kind) => ({ orgId, kind, checkedAt, version: until })),
  ];
  for (const value of values) {
    const rowCount = await countRows(ctx.db, orgId, value.kind);
    await ctx.db
      .insertInto('insurance.catalogue_version')
      .values(catalogueVersionTable.toSql({ ...value, rowCount }))
      .execute();
  }
}

async function noteMappings(
  ctx: ServerContext<InsuranceTables>,
  orgId: OrgId,
  { catalogue, mapping }: Required<Omit<CatalogueDemo, 'connections'>>,
): Promise<void> {
  const listed = new Map(catalogue.map((one) => [one.code, one]));
  const own = new Set((await ctx.db.selectFrom('insurance.facility_item').select('drug_id').where('org_id', '=', orgId).execute()).map((row) => row.drug_id));
  const now = ctx.clock.now();
  const values = mapping.flatMap(({ drugId, code, reported }) => {
    const item = listed.get(code);
    if (!item || !own.has(drugId)) return [];
    return mappingTable.toSql({
      id: ctx.newId(),
      orgId,
      drugId,
      listType: item.listType,
      code,
      name: item.name,
      begnDate: FIRST_DAY,
      state: reported ? 'reported' : 'draft',
      // The simulated platform of the demo begins with the same ones.
      knownThere: reported,
      userId: '',
      userName: '',
      createdAt: now,
      reportedAt: reported ? now : null,
    });
  });
  if (values.length > 0) await ctx.db.insertInto('insurance.mapping').values(values).execute();
}
