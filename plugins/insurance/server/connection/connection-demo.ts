import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ConnectionBody } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { connectionTable } from '../tables/connection.table.ts';

/** The connections in the demo system's `insurance.json`; secrets are made up and stand there in the open. */
export interface ConnectionDemo {
  readonly connections?: readonly (Omit<ConnectionBody, 'version'> & { readonly orgId: string })[];
}

/** Fills the connections of the demo system. */
export async function loadConnectionDemo({ connections = [] }: ConnectionDemo, ctx: ServerContext<InsuranceTables>): Promise<void> {
  if (connections.length === 0) return;
  const rows = connections.map(({ orgId, values, secrets, ...one }) =>
    connectionTable.toSql({
      ...one,
      orgId: orgId as OrgId,
      fieldValues: values,
      fieldSecrets: Object.fromEntries(Object.entries(secrets).map(([key, secret]) => [key, ctx.secrets.seal(secret)])),
      quotaDiseases: one.quotaDiseases ?? '',
      takeBackStrangers: one.takeBackStrangers ?? false,
      version: 1,
      updatedAt: ctx.clock.now(),
      updatedBy: '',
    }),
  );
  await ctx.db.insertInto('insurance.connection').values(rows).execute();
}
