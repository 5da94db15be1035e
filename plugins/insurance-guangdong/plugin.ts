import { definePlugin } from '@nephra/plugin-sdk/web';

/** Medical insurance in Guangdong: a gateway that wants every request signed. */
export default definePlugin({
  id: 'insurance-guangdong',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '广东医保', zhtw: '廣東醫保', en: 'Guangdong insurance' },
  description: {
    zh: '广东医保网关：请求签名、网关错误与本省规则',
    zhtw: '廣東醫保閘道：請求簽章、閘道錯誤與本省規則',
    en: 'Gateway of Guangdong: signed requests, its errors and the rules of the province',
  },
  dependsOn: ['insurance'],
  pages: [],
  menus: [],
});
