import { insuranceRegions } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend } from '@nephra/plugin-sdk/server';
import { guangxi } from './guangxi.adapter.ts';

export default defineServerPlugin({
  extensions: [extend(insuranceRegions, () => guangxi)],
});
