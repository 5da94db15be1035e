/** Semi tier `data`: tables, trees and the fields that stand around them. */
export { default as InputNumber } from '@douyinfe/semi-ui/lib/es/inputNumber';
export { default as List } from '@douyinfe/semi-ui/lib/es/list';
export { default as Pagination } from '@douyinfe/semi-ui/lib/es/pagination';
export { default as Progress } from '@douyinfe/semi-ui/lib/es/progress';
export { default as Select } from '@douyinfe/semi-ui/lib/es/select';
export { default as Step } from '@douyinfe/semi-ui/lib/es/steps/step';
export { default as Steps } from '@douyinfe/semi-ui/lib/es/steps';
export { default as Table } from '@douyinfe/semi-ui/lib/es/table';
export { default as Timeline } from '@douyinfe/semi-ui/lib/es/timeline';
export { default as Tree } from '@douyinfe/semi-ui/lib/es/tree';
