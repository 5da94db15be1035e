import { Input, TextArea } from '../core.ts';
import { withField } from '../form.ts';

export const FormInput = withField(Input, { maintainCursor: true });
export const FormTextArea = withField(TextArea, { maintainCursor: true });
