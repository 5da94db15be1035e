import { Upload } from '../file.ts';
import { withField } from '../form.ts';

export const FormUpload = withField(Upload, { valueKey: 'fileList', valuePath: 'fileList', onKeyChangeFnName: 'onChange' });
