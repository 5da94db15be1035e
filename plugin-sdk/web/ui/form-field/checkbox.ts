import { Checkbox, CheckboxGroup } from '../core.ts';
import { withField } from '../form.ts';

export const FormCheckbox = withField(Checkbox, { valueKey: 'checked', valuePath: 'target.checked', shouldInject: false });
export const FormCheckboxGroup = withField(CheckboxGroup);
