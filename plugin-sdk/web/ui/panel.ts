/** Semi tier `panel`: what some pages are furnished with: tabs, cards, menus, headings. */
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
export { default as TabPane } from '@douyinfe/semi-ui/lib/es/tabs/TabPane';
export { default as Tabs } from '@douyinfe/semi-ui/lib/es/tabs';
export { default as Typography } from '@douyinfe/semi-ui/lib/es/typography';
