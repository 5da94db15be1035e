import { expect, it } from 'vitest';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import type { DevelopedPlugin } from '../server/development-server.ts';
import { serverFindings } from './server-findings.ts';

const manifest = { id: 'beds', version: '1.0.0', sdk: '^1.0.0', outboundHosts: [], contributes: { menus: [] } } as unknown as PluginManifest;
const seenWith = (running: string): DevelopedPlugin =>
  ({
    ...{ state: 'active', running, product: { sdk: '1.0.0', mode: 'development', database: 'embedded' }, fileError: '' },
    ...{ migrations: [], menus: [], undecided: { privileges: [], outbound: [], jobs: [] }, reports: [], log: [], mayCall: [] },
  }) as unknown as DevelopedPlugin;
const said = (running: string): string => JSON.stringify(serverFindings(manifest, seenWith(running)));

it('a preview that runs there is not taken for the release that these sources are', () => {
  expect(said('1.0.0-rc.1-0a1b2c3d4e')).toContain('these sources are 1.0.0');
  expect(said('1.0.0-0a1b2c3d4e')).not.toContain('these sources are');
});
