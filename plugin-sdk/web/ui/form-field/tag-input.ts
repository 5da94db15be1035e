import { withField } from '../form.ts';
import { TagInput } from '../pick.ts';

export const FormTagInput = withField(TagInput);
