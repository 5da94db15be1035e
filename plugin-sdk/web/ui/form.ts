/**
 * Semi tier `form`: the form frame without field types. Semi's own Form drags in every field it knows (`Form.Select`,
 * `Form.Upload` …); the builder leaves those out, so use `FormSelect`, `FormUpload` … from this package instead.
 */
import type { Component } from 'react';
import BaseForm from '@douyinfe/semi-ui/lib/es/form/baseForm';
import type { BaseFormProps } from '@douyinfe/semi-ui/lib/es/form/interface';

/** Semi's Form with everything but the field types. */
interface FormFrame extends Pick<typeof BaseForm, 'Section' | 'Label' | 'ErrorMessage' | 'InputGroup' | 'Slot'> {
  new <Values extends object = Record<string, unknown>>(props: BaseFormProps<Values>): Component<BaseFormProps<Values>>;
}

export const Form = BaseForm as unknown as FormFrame; // Semi types the class with its field types as statics; this view hides those
export { default as ArrayField } from '@douyinfe/semi-ui/lib/es/form/arrayField';
export { default as withField } from '@douyinfe/semi-ui/lib/es/form/hoc/withField';
export { useFieldApi, useFieldState, useFormApi, useFormState } from '@douyinfe/semi-ui/lib/es/form/hooks/index';
export { Col, Row } from '@douyinfe/semi-ui/lib/es/grid';
