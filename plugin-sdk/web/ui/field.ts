/** Semi tier `field`: the fields and hints that list and edit pages show. */
export { default as InputNumber } from '@douyinfe/semi-ui/lib/es/inputNumber';
export { default as Popover } from '@douyinfe/semi-ui/lib/es/popover';
export { default as Radio } from '@douyinfe/semi-ui/lib/es/radio';
export { default as RadioGroup } from '@douyinfe/semi-ui/lib/es/radio/radioGroup';
export { Select } from './controls/select.tsx';
export { default as Switch } from '@douyinfe/semi-ui/lib/es/switch';
export { default as Tag } from '@douyinfe/semi-ui/lib/es/tag';
export { default as TagGroup } from '@douyinfe/semi-ui/lib/es/tag/group';
export { default as Tooltip } from '@douyinfe/semi-ui/lib/es/tooltip';
