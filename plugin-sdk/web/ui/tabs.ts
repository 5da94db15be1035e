/** Semi tier `tabs`: what is laid out in tabs. No plain list is, so the first page of most people goes without. */
export { default as TabPane } from '@douyinfe/semi-ui/lib/es/tabs/TabPane';
export { default as Tabs } from '@douyinfe/semi-ui/lib/es/tabs';
