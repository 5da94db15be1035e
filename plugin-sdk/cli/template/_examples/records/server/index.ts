import { defineServerPlugin, serveRecord, small } from '@nephra/plugin-sdk/server';
import { wardContract } from '../contract/index.ts';
import migrations from './migrations';
import { type SamplePluginDb, wardTable } from './tables.ts';

export default defineServerPlugin<SamplePluginDb>({
  schema: 'sample_plugin',
  migrations,
  implementations: [serveRecord<SamplePluginDb>()(wardContract, wardTable, {})],
  tableSizes: { 'sample_plugin.ward': small(200) },
});
