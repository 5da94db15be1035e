import { definePlugin } from '@nephra/plugin-sdk/web';

/** Medical insurance in Hubei: an agent on the own computer that wraps the component of the platform. */
export default definePlugin({
  id: 'insurance-hubei',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '湖北医保', zhtw: '湖北醫保', en: 'Hubei insurance' },
  description: {
    zh: '湖北医保：经本机代理调用，不签名',
    zhtw: '湖北醫保：經本機代理程式呼叫，不簽章',
    en: 'Hubei: through an agent on this computer, nothing is signed',
  },
  dependsOn: ['insurance'],
  pages: [],
  menus: [],
});
