import { recordPage } from '@nephra/plugin-sdk/widgets';
import { stationContract } from '../../contract/records.ts';

/** Places where patients lie. */
export const Page = recordPage(stationContract, { columns: { enCode: { width: 110 }, zone: { width: 130 } } });
