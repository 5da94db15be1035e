import { Select } from '../field.ts';
import { withField } from '../form.ts';

export const FormSelect = withField(Select);
