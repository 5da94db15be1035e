import { Switch } from '../chrome.ts';
import { withField } from '../form.ts';

export const FormSwitch = withField(Switch, { valueKey: 'checked' });
