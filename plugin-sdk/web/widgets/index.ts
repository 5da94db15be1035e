/**
 * The page kit. Use named, static imports: the builder sends each name to the module that stands beside it here,
 * so that a page loads only the widgets it shows.
 */
export { Alert, SaveFailure } from './facts/alert.tsx';
export { AmountText, type AmountTextProps } from './pay/amount-text.tsx';
export type { Choice, Column, RowAction, ToolbarAction } from './columns/column.ts';
export type { ColumnSetting, ColumnSettingsPort } from './columns/column-settings.ts';
export { type DateColumnOptions, dateColumn } from './columns/ready/date-column.tsx';
export { figureColumn } from './columns/ready/figure-column.ts';
export { type StatusColumnOptions, statusColumn } from './columns/ready/status-column.tsx';
export { DataTable, type DataTableProps } from './table/data-table.tsx';
export { DateInput, type DateInputProps } from './date/date-input.tsx';
export { DateText, type DateTextProps } from './date/date-text.tsx';
export { EditDialog, type EditDialogProps } from './form/edit-dialog.tsx';
export type { DateRange, Field, FieldControl, FormItem, GroupTitle as FormGroup, NameOf, SearchField } from './form-field.ts';
export { type FilterChip, FilterChips, type FilterChipsProps } from './list/filter-chips.tsx';
export { type AskedForm, FormDialogStore } from './form/form-dialog-store.ts';
export { FormPanel, type FormPanelProps } from './form/form-panel.tsx';
export { FormStore, type FormStoreOptions, type SaveAct, type SaveOutcome, type SaveState } from './form/form-store.ts';
export { SaveBar, type SaveBarProps } from './form/save-bar.tsx';
export { CardGrid, type Fact, FactCard, type FactCardProps, FactLines, FactTiles } from './facts/fact-cards.tsx';
export { GroupTitle } from './facts/group-title.tsx';
export { ListPage, type ListPageProps } from './list/list-page.tsx';
export { type ListAnswer, type ListLoad, type ListRequest, ListStore, type ListStoreOptions, type LoadState, type Sorting } from './list/list-store.ts';
export { type DecimalInputProps, MoneyInput, QuantityInput, type QuantityInputProps, UnitPriceInput } from './pay/money-input.tsx';
export { AdministratorsOnly, type AdministratorsOnlyProps, administratorsPage } from './page/administrators/administrators-page.tsx';
export { PageFrame, type PageFrameProps } from './page/page-frame.tsx';
export { type PageTab, PageTabs, type PageTabsProps } from './page/page-tabs.tsx';
export { Pager, type PagerProps } from './page/pager.tsx';
export { ConfirmButton, PermissionButton, type PermissionButtonProps, useButtonCheck, useRightCheck } from './menu/permission-button.tsx';
export { EmptyState, type EmptyStateProps, ErrorCard, type ErrorCardProps, ListSkeleton } from './facts/states.tsx';
export { type Status, StatusTag, type StatusTagProps, type Tone } from './facts/status-tag.tsx';
export { scrollStep, type TableWindow, tableWindow } from './table/table-window.ts';
export { statusTable, type WordStatus } from './columns/ready/status-table.ts';
export { type TextColumnOptions, textColumn } from './columns/ready/text-column.tsx';
export { Toolbar } from './list/toolbar.tsx';
export { useRunOnce } from './run-once.ts';
export { SingleRead } from './frames/single-read.ts';
export { useStore } from './use-store.ts';
export { Barcode, barcodeMarkup, type BarcodeProps } from './drawing/barcode.tsx';
export { ButtonBlock, type ButtonBlockProps } from './facts/button-block.tsx';
export { CalculatedText } from './form/calculated-text.tsx';
export { Chart, type ChartProps } from './drawing/chart.tsx';
export type { ChartOption, ChartPoint } from './drawing/chart-engine.tsx';
export { TimeChart, type TimeChartProps } from './drawing/time-chart.tsx';
export type { TimeChartOption, TimeSpan } from './drawing/time-chart-engine.tsx';
export {
  type DescriptionItem,
  DescriptionList,
  type DescriptionListProps,
  type DescriptionSection,
  DescriptionSections,
  type DescriptionSectionsProps,
} from './facts/description-list.tsx';
export { sizeText } from '../../contract/files/size-text.ts';
export { downloadFile, type DownloadOptions, type FileCall, saveFile } from './paper/download-file.ts';
export { EditableTable, type EditableTableProps } from './lines/editable-table.tsx';
export { ExportButton, type ExportButtonProps } from './list/export-button.tsx';
export { type KeyboardHint, KeyboardHints } from './desk/keyboard-hints.tsx';
export { copyText } from './page/copy-text.ts';
export { isPlainKey } from './page/plain-key.ts';
export { PickerPopover, type PickerPopoverProps } from './staff/picker-popover.tsx';
export { PickerStore, type PickerStoreOptions } from './staff/picker-store.ts';
export { PopupSelect, type PopupSelectProps } from './pick/popup-select.tsx';
export { type PrintableDocument, printDocument } from './paper/print-document.ts';
export type { PayEntry } from './pay/pay-way-row.tsx';
export { MenuLink, type MenuLinkProps } from './menu/menu-link.tsx';
export { ListBody, type ListBodyProps } from './list/rows/list-body.tsx';
export { ListPager, type ListPagerProps } from './list/rows/list-pager.tsx';
export { PatientLink, type PatientLinkProps } from './desk/patient-link.tsx';
export { RecordSection, type RecordSectionProps } from './desk/record-section.tsx';
export { useEvery } from './page/use-every.ts';
export { useAsked } from './page/use-asked.ts';
export { useNow } from './page/use-now.ts';
export { useSlices } from './use-slices.ts';
export { type OfferedPayWay, PayWays, type PayWaysProps, type PayWaysStore } from './pay/pay-ways.tsx';
export { focusPayDetail, pressPayWay } from './pay/pay-way-keys.ts';
export { type CoSignInput, useCoSign } from './desk/use-co-sign.ts';
export { readDeviceKey } from './frames/device-key.ts';
export { useCut } from './frames/use-cut.ts';
export { useKeptScreen } from './frames/use-kept-screen.ts';
export { useNarrow } from './frames/use-narrow.ts';
export { type NetworkTurns, useNetwork } from './frames/use-network.ts';
export { QueueEntry, type QueueEntryProps } from './desk/queue-entry.tsx';
export { QueuePanel, type QueuePanelProps } from './desk/queue-panel.tsx';
export { ReceiptCard, type ReceiptCardProps, type ReceiptFact } from './desk/receipt-card.tsx';
export { TextBlock, type TextBlockProps } from './facts/text-block.tsx';
export { TickGroup, type TickGroupProps } from './lines/tick-group.tsx';
export { SumLine, type SumLineProps } from './pay/sum-line.tsx';
export { SumStrip, type SumStripItem, type SumStripProps } from './pay/sum-strip.tsx';
export { QrCode, type QrCodeProps } from './drawing/qr-code.tsx';
export { type NumberRange, RangeInput, type RangeInputProps } from './date/range-input.tsx';
export { rangeQuery, rangeSearch } from './date/range-search.tsx';
export { sheetCss, sheetAcross, sheetCell, sheetFacts, sheetFoot, sheetHead, sheetMark, sheetText } from './paper/sheet-markup.ts';
export { SafeHtml, textOfHtml } from './paper/safe-html.tsx';
export { SplitPane, type SplitPaneProps } from './desk/split-pane.tsx';
export { type EditableColumn, type ShownCell, type SubTableOptions, type SubTableRow, SubTableStore } from './lines/sub-table-store.ts';
export { TreeList, type TreeListProps } from './tree/tree-list.tsx';
export { TreeListPage, type TreeListPageProps } from './tree/tree-list-page.tsx';
export { TreeSearch, type TreeSearchProps } from './tree/tree-search.tsx';
export { TreeTable, type TreeTableProps } from './tree/tree-table.tsx';
export type { TreeNode, TreeRow } from './tree/tree-rows.ts';
export { TreeStore, type TreeStoreOptions } from './tree/tree-store.ts';
export type { ChoiceFieldProps, ChoiceNode, OwnTree, Picked } from './pick/choice.ts';
export { AddressPicker, type AddressPickerProps, AreaName, type AreaNameProps } from './address/address-picker.tsx';
export { type CachedDictionary, type Dictionaries, dictionariesOf } from './dictionary/dictionaries.ts';
export { BillRuleSelect, type BillRuleSelectProps } from './pick/bill-rule/bill-rule-select.tsx';
export { CronField, type CronFieldProps } from './schedule/cron-field.tsx';
export { cronWords, intervalWords } from './schedule/cron-words.ts';
export { type Offered, offeredFrom, useOffered } from './dictionary/offered.ts';
export { DictionarySelect, type DictionarySelectProps } from './dictionary/dictionary-select.tsx';
export {
  OrganizationSelectDialog,
  type OrganizationSelectDialogProps,
  preloadStaffDialogs,
  UserPickerDialog,
  type UserPickerDialogProps,
  UserSelectDialog,
  type UserSelectDialogProps,
} from './staff/staff-dialogs.tsx';
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
} from './staff/staff-fields.tsx';
export { AttachmentList, type AttachmentListProps } from './media/attachment-list.tsx';
export { FileCount, type FileCountProps } from './media/file-count.tsx';
export { PictureRow, type PictureRowProps } from './media/picture-row.tsx';
export { smallPicture } from './media/small-picture.ts';
export { FileUploader, type FileUploaderProps, ImageUploader, type ImageUploaderProps } from './media/uploader.tsx';
export { ImportButton, type ImportButtonProps } from './import/import-button.tsx';
export { ImportPreview, type ImportPreviewProps } from './import/import-preview.dialog.tsx';
export { FileImport, type FileImportProps } from './import/file-import.tsx';
export { type FilePreviewCalls, FilePreviewStore, type PreviewedFile } from './import/file-preview-store.ts';
export type { ImportColumn } from './import/import-columns.tsx';
export { pickFile } from './import/pick-file.ts';
export { toldImport } from './import/told-import.ts';
export { ImportSheet, type ImportSheetProps } from './import/import-sheet.tsx';
export { type CheckedFile, type CheckedRow, type ImportCalls, type ImportOptions, ImportStore } from './import/import-store.ts';
export { fieldKindView } from './record/kinds/kind-slots.tsx';
export type { FieldKindView, KindControlProps } from './record/kinds/kind-views.tsx';
export { placeTree } from './record/relation/place-tree.ts';
export type { RecordLeftTree, RecordPageCode, RecordPagePort, RecordRowAction } from './record/record-code.ts';
export { type FrameSocket, frameSocket } from './frames/frame-socket.ts';
export { useFrames } from './frames/use-frames.ts';
export { recordPage, recordTab } from './record/record-page.tsx';
export { type RowActs, rowActs } from './record/acts/row-acts.ts';
export { settingItem, settingShown, settingToForm, settingToWire, type SettingValues } from './record/setting-form.ts';
export { RichTextEditor, type RichTextEditorProps } from './rich-text/rich-text-editor.tsx';
export { RichTextPreview, type RichTextPreviewProps } from './rich-text/rich-text-preview.tsx';
export { RichTextView, type RichTextViewProps } from './rich-text/rich-text-view.tsx';
export { isTyping } from './page/use-search-key.ts';
export { ViewDialog, type ViewDialogProps } from './view-dialog/view-dialog.tsx';
