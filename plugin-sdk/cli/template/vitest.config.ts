import { pluginTests } from '@nephra/plugin-sdk/vitest';

export default pluginTests(import.meta.dirname);
