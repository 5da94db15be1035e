import { insuranceRegions, sheetTitles } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, extend } from '@nephra/plugin-sdk/server';
import { guangdong } from './guangdong.adapter.ts';
import { sheetTitle } from './sheet-title.ts';

export default defineServerPlugin({
  extensions: [extend(insuranceRegions, () => guangdong), extend(sheetTitles, () => sheetTitle)],
});
