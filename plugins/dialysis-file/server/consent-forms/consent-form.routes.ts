import { serveRecord } from '@nephra/plugin-sdk/server';
import { consentFormContract } from '../../contract/consent/consent-form.record.ts';
import { consentFormTable } from '../tables/consent-form.table.ts';
import type { DialysisFileDb } from '../tables/tables.ts';
import { refuseAt } from '../writing/written.ts';

/** @throws AppError `dialysis-file.consent-form-days`, `dialysis-file.consent-form-taken` */
export const consentFormRoutes = serveRecord<DialysisFileDb>()(consentFormContract, consentFormTable, {
  needs: ['fromDay', 'toDay'],
  async check(_ctx, { act, after }) {
    if (act !== 'remove' && after && after.toDay !== null && after.toDay < after.fromDay) refuseAt('toDay', 'consent-form-days');
  },
});
