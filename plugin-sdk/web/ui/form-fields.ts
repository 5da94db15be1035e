/**
 * Fields for `<Form>`: each is a component of its tier wrapped by `withField`. They cost some bytes each, so the builder
 * copies the ones that are used into the plugin that uses them instead of keeping them in a tier.
 */
export { FormAutoComplete } from './form-field/auto-complete.ts';
export { FormCascader } from './form-field/cascader.ts';
export { FormCheckbox, FormCheckboxGroup } from './form-field/checkbox.ts';
export { FormDatePicker } from './form-field/date-picker.ts';
export { FormInput, FormTextArea } from './form-field/input.ts';
export { FormInputNumber } from './form-field/input-number.ts';
export { FormRadio, FormRadioGroup } from './form-field/radio.ts';
export { FormSelect } from './form-field/select.ts';
export { FormSwitch } from './form-field/switch.ts';
export { FormTagInput } from './form-field/tag-input.ts';
export { FormTimePicker } from './form-field/time-picker.ts';
export { FormTreeSelect } from './form-field/tree-select.ts';
export { FormUpload } from './form-field/upload.ts';
