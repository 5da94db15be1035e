import { insuranceRegions } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend } from '@nephra/plugin-sdk/server';
import { hubei } from './hubei.adapter.ts';

export default defineServerPlugin({
  extensions: [extend(insuranceRegions, () => hubei)],
});
