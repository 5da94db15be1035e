/**
 * The page kit. Use named, static imports: the builder sends each name to the module that `modules.json` gives for it,
 * so that a page loads only the widgets it shows.
 */
export { Alert } from './alert.tsx';
export { AmountText, type AmountTextProps } from './amount-text.tsx';
export type { Choice, Column, RowAction, ToolbarAction } from './column.ts';
export type { ColumnSetting, ColumnSettingsPort } from './column-settings.ts';
export { DataTable, type DataTableProps } from './data-table.tsx';
export { DateText, type DateTextProps } from './date-text.tsx';
export { EditDialog, type EditDialogProps } from './edit-dialog.tsx';
export type { DateRange, Field, FieldControl, FormItem, GroupTitle as FormGroup, NameOf } from './form-field.ts';
export { FormPanel, type FormPanelProps } from './form-panel.tsx';
export { FormStore, type FormStoreOptions, type SaveAct, type SaveOutcome, type SaveState } from './form-store.ts';
export { GroupTitle } from './group-title.tsx';
export { ListPage, type ListPageProps } from './list-page.tsx';
export { type ListAnswer, type ListLoad, type ListRequest, ListStore, type ListStoreOptions, type LoadState, type Sorting } from './list-store.ts';
export { type DecimalInputProps, MoneyInput, QuantityInput, type QuantityInputProps, UnitPriceInput } from './money-input.tsx';
export { PageFrame, type PageFrameProps } from './page-frame.tsx';
export { Pager, type PagerProps } from './pager.tsx';
export { ConfirmButton, PermissionButton, type PermissionButtonProps, useButtonCheck } from './permission-button.tsx';
export { EmptyState, type EmptyStateProps, ErrorCard, type ErrorCardProps, ListSkeleton } from './states.tsx';
export { type Status, StatusTag, type StatusTagProps, type Tone } from './status-tag.tsx';
export { Toolbar } from './toolbar.tsx';
export { useRunOnce } from './run-once.ts';
export { useStore } from './use-store.ts';
