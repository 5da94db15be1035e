export { type IslandSheet, islandSheet, sheetContract } from './sheet.contract.ts';
