import { afterAll, beforeAll } from 'vitest';
import { type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { diagnosisContract } from '../../contract/diagnosis.contract.ts';
import { startHost, wuhan } from '../../../prescription/server/prescribing/prescription-host.fixture.ts';
import { diagnosisTable } from '../tables/diagnosis.table.ts';

let host: PluginHost;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.close());

recordSuite(diagnosisContract, {
  host: () => host,
  by: staff({ isAdministrator: true }),
  reader: wuhan,
  unique: ['code'],
  rowsStayIn: 'catalogue.diagnosis',
});
recordStaticSuite(diagnosisContract, { host: () => host, table: diagnosisTable });
