import { TimePicker } from '../date.ts';
import { withField } from '../form.ts';

export const FormTimePicker = withField(TimePicker);
