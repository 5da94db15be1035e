import { recordPage } from '@nephra/plugin-sdk/widgets';
import { disinfectionContract } from '../../contract/records.ts';

/** What was done to make machines ready again. */
export const Page = recordPage(disinfectionContract, { columns: { startedAt: { width: 150 }, endedAt: { width: 150 } } });
