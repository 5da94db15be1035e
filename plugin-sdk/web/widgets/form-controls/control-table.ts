import type { ComponentType } from 'react';
import { RadioControl, SelectControl } from './choice-controls.tsx';
import type { ControlProps, FieldKind } from './control-parts.tsx';
import { CustomControl } from './custom-control.tsx';
import { DateKindControl } from './date-kind-control.tsx';
import { MoneyControl, QuantityControl, UnitPriceControl } from './decimal-controls.tsx';
import { FilesControl, ImagesControl, RichTextControl } from './late-controls.tsx';
import { NumberControl } from './number-control.tsx';
import { StaffKindControl } from './staff-kind-control.tsx';
import { SwitchControl } from './switch-control.tsx';
import { TextControl } from './text-control.tsx';
import { TextareaControl } from './textarea-control.tsx';

/** The control of each kind of field. */
export const CONTROLS: { readonly [Kind in FieldKind]: ComponentType<ControlProps<Kind>> } = {
  text: TextControl,
  password: TextControl,
  textarea: TextareaControl,
  number: NumberControl,
  money: MoneyControl,
  unitPrice: UnitPriceControl,
  quantity: QuantityControl,
  select: SelectControl,
  multiSelect: SelectControl,
  radio: RadioControl,
  switch: SwitchControl,
  date: DateKindControl,
  dateTime: DateKindControl,
  month: DateKindControl,
  dateRange: DateKindControl,
  user: StaffKindControl,
  department: StaffKindControl,
  position: StaffKindControl,
  role: StaffKindControl,
  organize: StaffKindControl,
  userGroup: StaffKindControl,
  richText: RichTextControl,
  files: FilesControl,
  images: ImagesControl,
  custom: CustomControl,
};
