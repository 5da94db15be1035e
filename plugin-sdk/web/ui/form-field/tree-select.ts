import { withField } from '../form.ts';
import { TreeSelect } from '../pick.ts';

export const FormTreeSelect = withField(TreeSelect);
