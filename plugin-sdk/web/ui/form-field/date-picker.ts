import { DatePicker } from '../date.ts';
import { withField } from '../form.ts';

export const FormDatePicker = withField(DatePicker);
