/**
 * The page kit. Use named, static imports: the builder sends each name to the module that stands beside it here,
 * so that a page loads only the widgets it shows.
 */
export { Alert, SaveFailure } from './alert.tsx';
export { AmountText, type AmountTextProps } from './amount-text.tsx';
export type { Choice, Column, RowAction, ToolbarAction } from './column.ts';
export type { ColumnSetting, ColumnSettingsPort } from './column-settings.ts';
export { DataTable, type DataTableProps } from './data-table.tsx';
export { DateInput, type DateInputProps } from './date-input.tsx';
export { DateText, type DateTextProps } from './date-text.tsx';
export { EditDialog, type EditDialogProps } from './edit-dialog.tsx';
export type { DateRange, Field, FieldControl, FormItem, GroupTitle as FormGroup, NameOf, SearchField } from './form-field.ts';
export { type FilterChip, FilterChips, type FilterChipsProps } from './filter-chips.tsx';
export { FormPanel, type FormPanelProps } from './form-panel.tsx';
export { FormStore, type FormStoreOptions, type SaveAct, type SaveOutcome, type SaveState } from './form-store.ts';
export { GroupTitle } from './group-title.tsx';
export { ListPage, type ListPageProps } from './list-page.tsx';
export { type ListAnswer, type ListLoad, type ListRequest, ListStore, type ListStoreOptions, type LoadState, type Sorting } from './list-store.ts';
export { type DecimalInputProps, MoneyInput, QuantityInput, type QuantityInputProps, UnitPriceInput } from './money-input.tsx';
export { PageFrame, type PageFrameProps } from './page-frame.tsx';
export { type PageTab, PageTabs, type PageTabsProps } from './page-tabs.tsx';
export { Pager, type PagerProps } from './pager.tsx';
export { ConfirmButton, PermissionButton, type PermissionButtonProps, useButtonCheck, useRightCheck } from './permission-button.tsx';
export { EmptyState, type EmptyStateProps, ErrorCard, type ErrorCardProps, ListSkeleton } from './states.tsx';
export { type Status, StatusTag, type StatusTagProps, type Tone } from './status-tag.tsx';
export { scrollStep, type TableWindow, tableWindow } from './table-window.ts';
export { Toolbar } from './toolbar.tsx';
export { useRunOnce } from './run-once.ts';
export { useStore } from './use-store.ts';
export { Barcode, barcodeMarkup, type BarcodeProps } from './barcode.tsx';
export { ButtonBlock, type ButtonBlockProps } from './button-block.tsx';
export { CalculatedText } from './calculated-text.tsx';
export { Chart, type ChartProps } from './chart.tsx';
export type { ChartOption, ChartPoint } from './chart-engine.tsx';
export {
  type DescriptionItem,
  DescriptionList,
  type DescriptionListProps,
  type DescriptionSection,
  DescriptionSections,
  type DescriptionSectionsProps,
} from './description-list.tsx';
export { sizeText } from './size-text.ts';
export { downloadFile, type DownloadOptions, type FileCall, saveFile } from './download-file.ts';
export { EditableTable, type EditableTableProps } from './editable-table.tsx';
export { ExportButton, type ExportButtonProps } from './export-button.tsx';
export { type KeyboardHint, KeyboardHints } from './keyboard-hints.tsx';
export { isPlainKey } from './plain-key.ts';
export { PickerPopover, type PickerPopoverProps } from './picker-popover.tsx';
export { PickerStore, type PickerStoreOptions } from './picker-store.ts';
export { PopupSelect, type PopupSelectProps } from './popup-select.tsx';
export { type PrintableDocument, printDocument } from './print-document.ts';
export type { PayEntry } from './pay-way-row.tsx';
export { MenuLink, type MenuLinkProps } from './menu-link.tsx';
export { PatientLink, type PatientLinkProps } from './patient-link.tsx';
export { RecordSection, type RecordSectionProps } from './record-section.tsx';
export { useAsked } from './use-asked.ts';
export { type OfferedPayWay, PayWays, type PayWaysProps, type PayWaysStore } from './pay-ways.tsx';
export { focusPayDetail, pressPayWay } from './pay-way-keys.ts';
export { QueueEntry, type QueueEntryProps } from './queue-entry.tsx';
export { QueuePanel, type QueuePanelProps } from './queue-panel.tsx';
export { ReceiptCard, type ReceiptCardProps, type ReceiptFact } from './receipt-card.tsx';
export { TextBlock, type TextBlockProps } from './text-block.tsx';
export { TickGroup, type TickGroupProps } from './tick-group.tsx';
export { SumLine, type SumLineProps } from './sum-line.tsx';
export { SumStrip, type SumStripItem, type SumStripProps } from './sum-strip.tsx';
export { QrCode, type QrCodeProps } from './qr-code.tsx';
export { type NumberRange, RangeInput, type RangeInputProps } from './range-input.tsx';
export { sheetCss, sheetAcross, sheetCell, sheetFacts, sheetFoot, sheetHead, sheetMark, sheetText } from './sheet-markup.ts';
export { SafeHtml, textOfHtml } from './safe-html.tsx';
export { SplitPane, type SplitPaneProps } from './split-pane.tsx';
export { type EditableColumn, type ShownCell, type SubTableOptions, type SubTableRow, SubTableStore } from './sub-table-store.ts';
export { TreeList, type TreeListProps } from './tree-list.tsx';
export { TreeListPage, type TreeListPageProps } from './tree-list-page.tsx';
export type { TreeNode, TreeRow } from './tree-rows.ts';
export { TreeStore, type TreeStoreOptions } from './tree-store.ts';
export type { ChoiceFieldProps, ChoiceNode, OwnTree, Picked } from './choice.ts';
export { DictionarySelect, type DictionarySelectProps } from './dictionary-select.tsx';
export {
  OrganizationSelectDialog,
  type OrganizationSelectDialogProps,
  preloadStaffDialogs,
  UserPickerDialog,
  type UserPickerDialogProps,
  UserSelectDialog,
  type UserSelectDialogProps,
} from './staff-dialogs.tsx';
export {
  DepartmentSelect,
  GroupSelect,
  OrganizationPicker,
  type OrganizationPickerProps,
  PositionSelect,
  RoleSelect,
  StaffField,
  type StaffSelectProps,
  UserSelectField,
  type UserSelectFieldProps,
} from './staff-fields.tsx';
export { AttachmentList, type AttachmentListProps } from './media/attachment-list.tsx';
export { FileCount, type FileCountProps } from './media/file-count.tsx';
export { PictureRow, type PictureRowProps } from './media/picture-row.tsx';
export { FileUploader, type FileUploaderProps, ImageUploader, type ImageUploaderProps } from './media/uploader.tsx';
export type { ImportColumn } from './import/import-columns.tsx';
export { ImportSheet, type ImportSheetProps } from './import/import-sheet.tsx';
export { type CheckedFile, type CheckedRow, type ImportCalls, type ImportOptions, ImportStore } from './import/import-store.ts';
export { placeTree } from './record/relation/place-tree.ts';
export type { RecordPageCode, RecordPagePort, RecordRowAction } from './record/record-code.ts';
export { type FrameSocket, frameSocket } from './frames/frame-socket.ts';
export { useFrames } from './frames/use-frames.ts';
export { recordPage } from './record/record-page.tsx';
export { RichTextEditor, type RichTextEditorProps } from './rich-text/rich-text-editor.tsx';
export { RichTextPreview, type RichTextPreviewProps } from './rich-text/rich-text-preview.tsx';
export { RichTextView, type RichTextViewProps } from './rich-text/rich-text-view.tsx';
export { isTyping } from './use-search-key.ts';
