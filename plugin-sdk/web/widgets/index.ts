/**
 * The page kit. Use named, static imports: the builder sends each name to the module that `modules.json` gives for it,
 * so that a page loads only the widgets it shows.
 */
export type { Choice, Column, RowAction, ToolbarAction } from './column.ts';
export type { DateRange, Field, FieldControl, FormItem, GroupTitle as FormGroup, NameOf } from './form-field.ts';
export { FormStore, type FormStoreOptions, type SaveAct, type SaveOutcome, type SaveState } from './form-store.ts';
export { type ListAnswer, type ListLoad, type ListRequest, ListStore, type ListStoreOptions, type LoadState, type Sorting } from './list-store.ts';
