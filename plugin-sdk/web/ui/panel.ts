/** Semi tier `panel`: what some pages are furnished with: cards, menus, headings, progress. */
export { default as Banner } from '@douyinfe/semi-ui/lib/es/banner';
export { default as Breadcrumb } from '@douyinfe/semi-ui/lib/es/breadcrumb';
export { default as Card } from '@douyinfe/semi-ui/lib/es/card';
export { default as Collapse } from '@douyinfe/semi-ui/lib/es/collapse';
export { default as Collapsible } from '@douyinfe/semi-ui/lib/es/collapsible';
export { default as Descriptions } from '@douyinfe/semi-ui/lib/es/descriptions';
export { default as Dropdown } from '@douyinfe/semi-ui/lib/es/dropdown';
export { Layout } from '@douyinfe/semi-ui/lib/es/layout';
export { default as Nav } from '@douyinfe/semi-ui/lib/es/navigation';
export { default as Notification } from '@douyinfe/semi-ui/lib/es/notification';
export { default as Popconfirm } from '@douyinfe/semi-ui/lib/es/popconfirm';
export { default as Typography } from '@douyinfe/semi-ui/lib/es/typography';
export { default as AutoComplete } from '@douyinfe/semi-ui/lib/es/autoComplete';
export { default as Progress } from '@douyinfe/semi-ui/lib/es/progress';
export { default as Step } from '@douyinfe/semi-ui/lib/es/steps/step';
export { default as Steps } from '@douyinfe/semi-ui/lib/es/steps';
