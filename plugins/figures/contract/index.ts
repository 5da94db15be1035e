/** The only door of this plugin for others. */
export {
  type FigureDaysView,
  type FigurePanelView,
  type FigurePartsView,
  figuresContract,
  type FigureTotalView,
  type FigureUnitName,
} from './figures.contract.ts';
