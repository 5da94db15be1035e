import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from './insurance-tables.ts';
import exchange from './migrations/0001-exchange.sql';

export default defineServerPlugin<InsuranceTables>({
  schema: 'insurance',
  migrations: [{ name: '0001-exchange', sql: exchange }],
});
