import { dataRights, type DataRows, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { prescriptionLedger } from '../../prescription/contract/index.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

/** Menu whose data are prescriptions with something to hand out. */
export const PHARMACY_MENU = 'his.pharmacy';

/** Which prescriptions the caller may see in the pharmacy; the ledger that owns them applies it. */
export const queueRights = (ctx: Pick<RequestContext<PharmacyTables>, 'user' | 'dataScope'>) => dataRights(ctx, PHARMACY_MENU);

/** Fields are those of prescriptions; what schemes hide of them is counted by their ledger. */
export const pharmacyRows = (ctx: ServerContext<PharmacyTables>): DataRows => ({
  fields: {
    creatorUserId: 'User',
    workerId: 'User',
    orgId: 'Organize',
    patientType: 'String',
    reimWay: 'String',
    dpDate: 'DateTime',
    payStatus: 'Int32',
    rxStatus: 'Int32',
    totalPrice: 'Double',
  },
  count: (rights) => ctx.service(prescriptionLedger).countSeen({ withStockLines: true }, rights),
});
