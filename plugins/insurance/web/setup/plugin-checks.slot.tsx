import { createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { type ConnectionRow, connectionContract, type RegionRow } from '../../contract/index.ts';
import { ChecklistStore } from '../parts/checklist.store.ts';
import { Checklist } from '../parts/checklist.tsx';
import './setup.css';

interface Facts {
  readonly connections: readonly ConnectionRow[];
  readonly regions: readonly RegionRow[];
}

/** On the page of plugins: does the interface work at the facilities that a site plugin serves. */
export const Slot = observer(function PluginChecks({ pluginId, enabled }: SlotPoints['shell/plugin-checks@1']) {
  const ctx = usePlugin();
  const { t } = ctx;
  const client = useMemo(() => createClient(connectionContract, ctx.http), [ctx]);
  const [facts, setFacts] = useState<Facts | null>(null);
  const concerned = pluginId === 'insurance' || pluginId.startsWith('insurance-');
  const may = ctx.can('his.insurance.setup');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a plugin that was enabled brings its region
  useEffect(() => {
    if (!concerned || !may) return undefined;
    const running = new AbortController();
    const options = { quiet: true, signal: running.signal };
    Promise.all([client.list({}, options), client.regions({}, options)])
      .then(([connections, regions]) => setFacts({ connections: connections.data.list, regions: regions.data.list }))
      // The checklist is an extra on somebody else's page: without an answer there is none.
      .catch(() => setFacts(null));
    return () => running.abort();
  }, [client, concerned, may, enabled]);
  if (!concerned || !may || !facts) return null;
  const codes = facts.regions.filter((region) => pluginId === 'insurance' || region.pluginId === pluginId).map((region) => region.code);
  const rows = facts.connections.filter((row) => row.version > 0 && (pluginId === 'insurance' || codes.includes(row.region)));
  return (
    <div className="in-plugin-checks">
      {rows.length === 0 && <Alert kind="info" text={t(enabled ? 'check.noFacility' : 'check.notRunning')} />}
      {rows.map((row) => (
        <FacilityChecks key={row.orgId} row={row} />
      ))}
    </div>
  );
});

const FacilityChecks = observer(function FacilityChecks({ row }: { readonly row: ConnectionRow }) {
  const ctx = usePlugin();
  const [store] = useState(() => new ChecklistStore(ctx, row.orgId));
  return (
    <section aria-label={row.orgName}>
      <h4>{row.orgName}</h4>
      <Checklist store={store} />
    </section>
  );
});
