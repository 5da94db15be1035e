/** Types that pages need to name. They cost nothing at run time. */
export type { BadgeProps } from '@douyinfe/semi-ui/lib/es/badge';
export type { ButtonProps } from '@douyinfe/semi-ui/lib/es/button';
export type { CascaderData, CascaderProps } from '@douyinfe/semi-ui/lib/es/cascader';
export type { DatePickerProps } from '@douyinfe/semi-ui/lib/es/datePicker';
export type { DropdownProps } from '@douyinfe/semi-ui/lib/es/dropdown';
export type { BaseFormProps as FormProps, FormApi, FormFCChild, FormState, RuleItem } from '@douyinfe/semi-ui/lib/es/form/interface';
export type { InputProps } from '@douyinfe/semi-ui/lib/es/input';
export type { InputNumberProps } from '@douyinfe/semi-ui/lib/es/inputNumber';
export type { Locale as UiLocale } from '@douyinfe/semi-ui/lib/es/locale/interface';
export type { ModalReactProps } from '@douyinfe/semi-ui/lib/es/modal';
export type { NavProps } from '@douyinfe/semi-ui/lib/es/navigation';
export type { OptionProps, SelectProps } from '@douyinfe/semi-ui/lib/es/select';
export type { SideSheetReactProps } from '@douyinfe/semi-ui/lib/es/sideSheet';
export type { ColumnProps, RowSelectionProps, TableProps } from '@douyinfe/semi-ui/lib/es/table/interface';
export type { TagColor, TagProps } from '@douyinfe/semi-ui/lib/es/tag/interface';
export type { TreeNodeData, TreeProps, Value as TreeValue } from '@douyinfe/semi-ui/lib/es/tree/interface';
export type { TreeSelectProps } from '@douyinfe/semi-ui/lib/es/treeSelect';
export type { customRequestArgs as UploadRequest, FileItem, UploadProps } from '@douyinfe/semi-ui/lib/es/upload';
