import { nameKey } from '../domain/entry-name.ts';
import { DOCUMENT_FILE } from '../contract/limits.ts';
import { type EntryStored, entryTable, shareTable, type WorkCtx } from './tables/tables.ts';

const ORG = 'org-gz';
const [ADMIN, DOCTOR] = ['user-admin', 'user-doctor'];

interface DemoEntry {
  readonly id: string;
  readonly owner: string;
  readonly above: readonly string[];
  readonly name: string;
  /** Of a file. */
  readonly text?: string;
}

/** Made-up papers. */
const ENTRIES: readonly DemoEntry[] = [
  { id: 'SIM-doc-rules', owner: ADMIN, above: [], name: 'SIM 科室制度' },
  {
    id: 'SIM-doc-water',
    owner: ADMIN,
    above: ['SIM-doc-rules'],
    name: 'SIM 透析用水检查表.csv',
    text: '日期,余氯 mg/L,硬度 mg/L,检查人\n2026-03-02,0.05,12,SIM 检查人\n2026-03-09,0.04,11,SIM 检查人\n',
  },
  {
    id: 'SIM-doc-handover',
    owner: ADMIN,
    above: ['SIM-doc-rules'],
    name: 'SIM 交接班制度.txt',
    text: 'SIM 交接班制度\n\n一、交班前核对在机患者与床位。\n二、口头交接与书面交接一致。\n三、未完成的医嘱逐项交接。\n',
  },
  { id: 'SIM-doc-duty', owner: DOCTOR, above: [], name: 'SIM 值班' },
  { id: 'SIM-doc-phone', owner: DOCTOR, above: ['SIM-doc-duty'], name: 'SIM 值班电话.txt', text: 'SIM 值班电话：以排班表为准，此文件仅为演示。\n' },
];

/** Some folders for the demo system: those of the administrator, and one that a doctor shares. */
export async function fillDemo(_data: unknown, ctx: WorkCtx): Promise<void> {
  const now = ctx.clock.now();
  for (const { id, owner, above, name, text } of ENTRIES) {
    const file =
      text === undefined ? undefined : await ctx.files.save({ name, type: DOCUMENT_FILE, content: Buffer.from(text), owner: { orgId: ORG, userId: owner } });
    const entry = {
      ...{ id, ownerId: owner, orgId: ORG as EntryStored['orgId'], parentId: above.at(-1) ?? '', path: [...above, id], name, nameKey: nameKey(name) },
      ...{ kind: file ? ('file' as const) : ('folder' as const), fileId: file?.fileId ?? '', fileSize: file?.size ?? 0 },
      ...{ createdBy: owner, createdAt: now, updatedAt: now, trashId: '', trashedAt: null, purgedAt: null },
    };
    await entryTable.insertAll({ db: ctx.db }, [entry]);
  }
  await shareTable.insertAll({ db: ctx.db }, [{ entryId: 'SIM-doc-duty', userId: ADMIN, mayChange: true, createdAt: now }]);
}
