import { type PageProps, PluginProvider, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, PageFrame } from '@nephra/plugin-sdk/widgets';
import { type ComponentType, useMemo } from 'react';
import './quiet.css';

/** Buttons that change nothing. */
const READING = /:btn_(?:download|preview|detail)$/;

/**
 * A page of something that all organisations share: whoever is no system administrator reads it, whatever buttons were granted at the own organisation, and is told
 * why there are none. The server refuses the same.
 */
export const systemOnly = (Page: ComponentType<PageProps>) =>
  function SystemOnlyPage(props: PageProps) {
    const ctx = usePlugin();
    const { menu, query } = props;
    const told = !ctx.user.isAdministrator;
    const reading = useMemo(() => {
      const can = (code: string): boolean => (!code.includes(':btn_') || READING.test(code)) && ctx.can(code);
      // User and language are read when they are asked for, so the context is built upon and not copied.
      return Object.assign(Object.create(ctx) as typeof ctx, { can });
    }, [ctx]);
    if (!told) return <Page {...props} />;
    return (
      <PluginProvider context={reading} menu={menu} query={query}>
        <PageFrame bare>
          <div className="sys-shared">
            <Alert kind="info" text={ctx.t('systemOnly')} />
          </div>
          <Page {...props} />
        </PageFrame>
      </PluginProvider>
    );
  };
