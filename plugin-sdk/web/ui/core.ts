/** Semi tier `core`: what every page after sign-in draws. */
import '@douyinfe/semi-ui/lib/es/_base/base.css';
export { Button } from './controls/button.tsx';
export { default as Checkbox } from '@douyinfe/semi-ui/lib/es/checkbox';
export { default as CheckboxGroup } from '@douyinfe/semi-ui/lib/es/checkbox/checkboxGroup';
export { default as ConfigProvider } from '@douyinfe/semi-ui/lib/es/configProvider';
export { default as Icon } from '@douyinfe/semi-ui/lib/es/icons';
export { default as Input } from '@douyinfe/semi-ui/lib/es/input';
export { default as TextArea } from '@douyinfe/semi-ui/lib/es/input/textarea';
export { default as Spin } from '@douyinfe/semi-ui/lib/es/spin';
export { convertIcon } from '@douyinfe/semi-icons/lib/es/components/Icon';
export { loadUiLocale } from './locale.ts';
