import { Switch } from '../field.ts';
import { withField } from '../form.ts';

export const FormSwitch = withField(Switch, { valueKey: 'checked' });
