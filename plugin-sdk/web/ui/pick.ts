/** Semi tier `pick`: choosing from large or nested sets, and what few pages show. */
export { default as AutoComplete } from '@douyinfe/semi-ui/lib/es/autoComplete';
export { default as Cascader } from '@douyinfe/semi-ui/lib/es/cascader';
export { default as List } from '@douyinfe/semi-ui/lib/es/list';
export { default as Progress } from '@douyinfe/semi-ui/lib/es/progress';
export { default as Rating } from '@douyinfe/semi-ui/lib/es/rating';
export { default as Slider } from '@douyinfe/semi-ui/lib/es/slider';
export { default as Step } from '@douyinfe/semi-ui/lib/es/steps/step';
export { default as Steps } from '@douyinfe/semi-ui/lib/es/steps';
export { default as TagInput } from '@douyinfe/semi-ui/lib/es/tagInput';
export { default as Timeline } from '@douyinfe/semi-ui/lib/es/timeline';
export { default as Transfer } from '@douyinfe/semi-ui/lib/es/transfer';
export { default as TreeSelect } from '@douyinfe/semi-ui/lib/es/treeSelect';
