import { Radio, RadioGroup } from '../field.ts';
import { withField } from '../form.ts';

export const FormRadio = withField(Radio, { valueKey: 'checked', valuePath: 'target.checked', shouldInject: false });
export const FormRadioGroup = withField(RadioGroup, { valuePath: 'target.value' });
