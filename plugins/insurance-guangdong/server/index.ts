import { insuranceRegions } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend } from '@nephra/plugin-sdk/server';
import { guangdong } from './guangdong.adapter.ts';

export default defineServerPlugin({
  extensions: [extend(insuranceRegions, () => guangdong)],
});
