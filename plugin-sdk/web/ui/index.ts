/**
 * The one door to the component library. Use named, static imports only: the builder sends every name to the tier
 * module that holds it (`core chrome field tabs panel data form date pick file`), and copies fields, icons and illustrations into
 * the module that uses them. Which component library stands behind it is nobody else's business.
 */
export * from '@douyinfe/semi-icons';
export * from '@douyinfe/semi-illustrations';
export * from './chrome.ts';
export * from './core.ts';
export * from './data.ts';
export * from './date.ts';
export * from './field.ts';
export * from './form-fields.ts';
export * from './file.ts';
export * from './form.ts';
export * from './panel.ts';
export * from './pick.ts';
export * from './tabs.ts';
export type * from './types.ts';
