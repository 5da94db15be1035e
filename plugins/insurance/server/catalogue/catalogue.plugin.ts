import { leasedWorker, type ServerContext, type ServerPart, subscribe } from '@nephra/plugin-sdk/server';
import { catalogueRunWaiting } from '../../contract/index.ts';
import { layoutsWith } from '../../domain/catalogue/catalogue-layout.ts';
import { nationalClient } from '../client/create-national-client.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type CatalogueDemo, loadCatalogueDemo } from './catalogue-demo.ts';
import { catalogueImplementations } from './catalogue.routes.ts';
import { catalogueClaim } from './download/catalogue-run.repo.ts';
import { workCatalogueRun } from './download/catalogue-worker.ts';

type Ctx = ServerContext<InsuranceTables>;

/** One download at a time in each process: the platform counts calls, and people wait for it too. */
const downloads = leasedWorker<InsuranceTables>({
  name: 'insurance-catalogue',
  claim: catalogueClaim,
  run: (ctx, runId, lease) => workCatalogueRun(ctx, runId, { platform: nationalClient(ctx), layouts: layoutsWith(ctx.settings.catalogueColumns) }, lease),
});

/** What the catalogue adds to the plugin's server half. */
export const cataloguePart: ServerPart<InsuranceTables> = {
  name: 'catalogue',
  implementations: catalogueImplementations,
  subscribers: [subscribe(catalogueRunWaiting, ({ runId }, ctx: Ctx) => downloads.wake(ctx, runId))],
  jobs: [
    {
      ...downloads.job,
      title: { zh: '继续下载医保目录', zhtw: '繼續下載醫保目錄', en: 'Go on with catalogue downloads' },
      purpose: {
        zh: '接着做因服务器退出而中断的医保目录下载',
        zhtw: '接著做因伺服器退出而中斷的醫保目錄下載',
        en: 'Goes on with downloads of the insurer’s catalogues that a server left unfinished',
      },
    },
  ],
  start: () => downloads.start(),
  stop: () => downloads.stop(),
  demo: (data, ctx) => loadCatalogueDemo(data as CatalogueDemo, ctx),
};
