import { FIRST_VERSION, SECOND_VERSION } from '../demo/demo-catalogue.ts';
import type { Facts } from '../transactions/transaction.ts';
import { tabText } from '../zip/tab-text.ts';
import { CHRONIC, CONSUMABLES, DIAGNOSES, EMPTY_COLUMNS, rowOf, SERVICES, WESTERN } from './file-columns.ts';

const CHRONIC_DISEASES = [
  { code: 'M07801', name: '慢性肾功能衰竭(透析治疗)' },
  { code: 'M03900', name: '高血压' },
  { code: 'M01600', name: '糖尿病' },
  { code: 'M08300', name: '器官移植抗排异治疗' },
];
/** File numbers say which file and since which version, so any of them can be asked for at any time. */
const FILE_NUMBER = /^SIMPLC(13\d\d)-(.*)$/;

/** Rows newer than a version. */
function rowsOf(infno: string, after: string, facts: Facts): string[][] {
  const entries = (listType: string) => [...facts.catalogue.values()].filter((entry) => entry.listType === listType && entry.version > after);
  const once = <Row>(rows: readonly Row[]) => (FIRST_VERSION > after ? rows : []);
  if (infno === '1301') return entries('101').map((entry) => rowOf(WESTERN, entry));
  if (infno === '1305') return entries('201').map((entry) => rowOf(SERVICES, entry));
  if (infno === '1306') return entries('301').map((entry) => rowOf(CONSUMABLES, entry));
  if (infno === '1307') return once(facts.diagnoses).map((one) => rowOf(DIAGNOSES, one));
  if (infno === '1309') return once(CHRONIC_DISEASES).map((one) => rowOf(CHRONIC, one));
  const columns = EMPTY_COLUMNS[infno];
  // One row, so that a reader of the file has something to count columns in.
  return columns === undefined
    ? []
    : once([0]).map(() => Array.from({ length: columns }, (_, at) => (at === 0 ? `SIM${infno}0001` : at === 1 ? `模拟目录${infno}` : '')));
}

/** What 1301-1311 and 1313-1315 answer; an empty number says that there is nothing newer. */
export function catalogueFile(infno: string, version: string, facts: Facts) {
  const after = version === '0' ? '' : version;
  const count = rowsOf(infno, after, facts).length;
  return { file_qury_no: count === 0 ? '' : `SIMPLC${infno}-${after}`, filename: count === 0 ? '' : fileName(infno, after), data_cnt: count };
}

const fileName = (infno: string, after: string) => `${infno}_${after || 'all'}_${SECOND_VERSION}.zip`;

/** TXT of a file number; undefined when it is none of ours. */
export function catalogueText(number: string, facts: Facts): { readonly name: string; readonly content: Buffer } | undefined {
  const [, infno, after = ''] = FILE_NUMBER.exec(number) ?? [];
  return infno === undefined ? undefined : { name: fileName(infno, after).replace('.zip', '.txt'), content: tabText(rowsOf(infno, after, facts)) };
}
