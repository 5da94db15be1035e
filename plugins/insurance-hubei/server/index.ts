import { insuranceRegions, sheetTitles } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend } from '@nephra/plugin-sdk/server';
import { hubei } from './hubei.adapter.ts';
import { sheetTitle } from './sheet-title.ts';

export default defineServerPlugin({
  extensions: [extend(insuranceRegions, () => hubei), extend(sheetTitles, () => sheetTitle)],
});
