import { Select } from '../data.ts';
import { withField } from '../form.ts';

export const FormSelect = withField(Select);
