import { withField } from '../form.ts';
import { AutoComplete } from '../pick.ts';

export const FormAutoComplete = withField(AutoComplete, { valueKey: 'value', onKeyChangeFnName: 'onChange' });
