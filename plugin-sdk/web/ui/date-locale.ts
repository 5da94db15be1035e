import { zhCN } from 'date-fns/locale';
import simplified from '@douyinfe/semi-ui/lib/es/locale/source/zh_CN';

// The browser build leaves the names of months and days out of the texts that every page loads (`lean-sources.ts`).
Object.assign(simplified, { dateFnsLocale: zhCN });
