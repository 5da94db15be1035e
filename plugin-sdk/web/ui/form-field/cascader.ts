import { withField } from '../form.ts';
import { Cascader } from '../pick.ts';

export const FormCascader = withField(Cascader);
