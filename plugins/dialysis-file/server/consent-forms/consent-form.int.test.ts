import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { consentFormContract } from '../../contract/consent/consent-form.record.ts';
import dialysisFile from '../index.ts';
import { consentFormTable } from '../tables/consent-form.table.ts';

const ID = 'dialysis-file';
const by = staff();
let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ [ID]: dialysisFile as never });
});
afterAll(() => host.close());

const outsider = staff({ userId: 'user-wh', orgId: 'org-wh', orgIds: ['org-wh'] });
recordSuite(consentFormContract, {
  ...{ host: () => host, by, outsider, unique: ['versionNo'] },
  given: { kind: 'dialysis', fromDay: '2026-01-01', toDay: null },
  readByCode: ['kind', 'fromDay', 'toDay'],
});
recordStaticSuite(consentFormContract, { host: () => host, table: consentFormTable });

it('a text does not end before it begins, and another kind may have the same version', async () => {
  const create = (body: object) => host.call(ID, consentFormContract.routes.create, { user: by, body: body as never });
  const text = { kind: 'catheter', versionNo: 'SIM-9', fromDay: '2026-02-01', toDay: '2026-01-31', description: '' };
  await expect(create(text)).rejects.toMatchObject({ key: 'dialysis-file.consent-form-days' });
  await create({ ...text, toDay: '2026-02-01' });
  await create({ ...text, toDay: null, kind: 'dialysis' });
  await expect(create({ ...text, toDay: null })).rejects.toMatchObject({ key: 'dialysis-file.consent-form-taken' });
});
