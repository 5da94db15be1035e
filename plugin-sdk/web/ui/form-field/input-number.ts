import { InputNumber } from '../field.ts';
import { withField } from '../form.ts';

export const FormInputNumber = withField(InputNumber, { maintainCursor: true });
