import { catalogueDownload, codePairs, ethnicMedicines, facilityMapping, medicalList, priceCaps, selfPayShares } from './reading/catalogue.ts';
import { dictionary } from './reading/dictionary.ts';
import { revokeFees, uploadFees } from './fees.ts';
import { download, upload } from './reading/files.ts';
import { chronicFilings, designatedPlaces, entitlement, personInfo } from './persons.ts';
import { preCheck } from './pre-check.ts';
import { accumulators, drugHistory, feeLines, settlementInfo, visits } from './reading/queries.ts';
import { details, totals } from './reconcile.ts';
import { preSettle, settleCopied, settleFree } from './settle.ts';
import { signIn, signOut } from './sign-in.ts';
import { applyForClearing, deleteStockRow, removeMapping, report, retailOnly, stockRow, uploadMapping, withdrawClearing } from './stored.ts';
import type { Transaction } from './transaction.ts';
import { cancelSettlement, reverse } from './undo.ts';
import { cancelRegistration, register, visitInfo } from './visits.ts';

const CATALOGUE_FILES = ['1301', '1302', '1303', '1305', '1306', '1307', '1308', '1309', '1310', '1311', '1313', '1314', '1315'];
const STOCK = ['3501', '3502', '3503', '3504', '3505', '3506'];

/** Everything that the platform answers, by its number. */
export const TRANSACTIONS: ReadonlyMap<string, Transaction> = new Map<string, Transaction>([
  ['1101', personInfo],
  ...CATALOGUE_FILES.map((infno) => [infno, catalogueDownload(infno)] as const),
  ['1304', ethnicMedicines],
  ['1312', medicalList],
  ['1316', codePairs],
  ['1317', facilityMapping],
  ['1318', priceCaps],
  ['1319', selfPayShares],
  ['1901', dictionary],
  ['2001', entitlement],
  ['2101', retailOnly],
  ['2102', retailOnly],
  ['2103', retailOnly],
  ['2201', register],
  ['2202', cancelRegistration],
  ['2203', visitInfo],
  ['2203A', visitInfo],
  ['2204', uploadFees],
  ['2205', revokeFees],
  ['2206', preSettle],
  ['2206A', preSettle],
  ['2207', settleCopied],
  ['2207A', settleFree],
  ['2208', cancelSettlement],
  ['2601', reverse],
  ['3101', preCheck],
  ['3201', totals],
  ['3202', details],
  ['3203', applyForClearing],
  ['3204', withdrawClearing],
  ['3301', uploadMapping],
  ['3302', removeMapping],
  ...STOCK.map((infno) => [infno, stockRow(infno)] as const),
  ['3507', deleteStockRow],
  ['4101', report('4101', 'setlinfo')],
  ['4101A', report('4101A', 'setlinfo')],
  ['4201', report('4201', 'feedetail')],
  ['4301', report('4301', 'rgstinfo')],
  ['5201', visits],
  ['5203', settlementInfo],
  ['5204', feeLines],
  ['5205', drugHistory],
  ['5206', accumulators],
  ['5301', chronicFilings],
  ['5302', designatedPlaces],
  ['9001', signIn],
  ['9002', signOut],
  ['9101', upload],
  ['9102', download],
]);
