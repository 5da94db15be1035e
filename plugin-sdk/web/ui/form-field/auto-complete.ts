import { withField } from '../form.ts';
import { AutoComplete } from '../panel.ts';

export const FormAutoComplete = withField(AutoComplete, { valueKey: 'value', onKeyChangeFnName: 'onChange' });
