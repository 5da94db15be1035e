/** Semi tier `pick`: choosing from large or nested sets, and what few pages show. */
export { default as Cascader } from '@douyinfe/semi-ui/lib/es/cascader';
export { default as List } from '@douyinfe/semi-ui/lib/es/list';
export { default as Rating } from '@douyinfe/semi-ui/lib/es/rating';
export { default as Slider } from '@douyinfe/semi-ui/lib/es/slider';
export { default as TagInput } from '@douyinfe/semi-ui/lib/es/tagInput';
export { default as Timeline } from '@douyinfe/semi-ui/lib/es/timeline';
export { default as Transfer } from '@douyinfe/semi-ui/lib/es/transfer';
export { default as TreeSelect } from '@douyinfe/semi-ui/lib/es/treeSelect';
