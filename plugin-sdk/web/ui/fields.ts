/**
 * Fields for `<Form>`: each is a component of its tier wrapped by `withField`. They cost some bytes each, so the builder
 * copies the ones that are used into the plugin that uses them instead of keeping them in a tier.
 */
export { FormAutoComplete } from './field/auto-complete.ts';
export { FormCascader } from './field/cascader.ts';
export { FormCheckbox, FormCheckboxGroup } from './field/checkbox.ts';
export { FormDatePicker } from './field/date-picker.ts';
export { FormInput, FormTextArea } from './field/input.ts';
export { FormInputNumber } from './field/input-number.ts';
export { FormRadio, FormRadioGroup } from './field/radio.ts';
export { FormSelect } from './field/select.ts';
export { FormSwitch } from './field/switch.ts';
export { FormTagInput } from './field/tag-input.ts';
export { FormTimePicker } from './field/time-picker.ts';
export { FormTreeSelect } from './field/tree-select.ts';
export { FormUpload } from './field/upload.ts';
