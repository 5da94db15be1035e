import { exportSuite } from './export-suite.ts';
import { importSuite } from './import-suite.ts';
import type { SuiteKit } from './suite-kit.ts';

/** R20 to R24 and R11 of records that are exported and imported. */
export function exchangeSuite(kit: SuiteKit): void {
  const { export: exported, import: imported } = kit.record.acts;
  if (exported) exportSuite(kit);
  // What is imported is read back from exports.
  if (exported && imported) importSuite(kit, imported.key);
}
