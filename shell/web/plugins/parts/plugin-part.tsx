import { observer } from 'mobx-react-lite';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Spin } from '@nephra/plugin-sdk/ui';
import { type MenuNode, type PageProps, PluginProvider } from '@nephra/plugin-sdk/web';
import { useShell } from '../../shell-context.tsx';
import { type Contribution, contributionKey } from '../contribution-key.ts';
import { FailureCard } from './failure-card.tsx';
import { detailOf, PluginFailure } from '../plugin-failure.ts';
import type { PluginHostStore } from '../plugin-host.ts';
import { RenderFence } from './render-fence.tsx';

interface PluginPartProps {
  readonly host: PluginHostStore;
  readonly pluginId: string;
  readonly part: Contribution;
  readonly menu?: MenuNode;
  /** Of the page's address. */
  readonly query?: PageProps['query'];
  readonly props: object;
  /**
   * A slot has little room, and waits for the page around it; a mark stands inside of a button, where nothing else may; somebody opened a drawer and
   * waits for it as for a page. Default: a page.
   */
  readonly room?: 'page' | 'slot' | 'mark' | 'drawer';
}

/** After a failure a mark is tried again by itself: nobody can press anything inside of a button. */
export const MARK_AGAIN_MS = 60_000;

const asFailure = (pluginId: string, error: unknown): PluginFailure =>
  error instanceof PluginFailure ? error : new PluginFailure(pluginId, 'evaluation', detailOf(error), error);

/** One page or slot of a plugin: brings its code on first use, draws it behind a fence, shows a card when that fails. */
export const PluginPart = observer(function PluginPart({ host, pluginId, part, menu, query, props, room = 'page' }: PluginPartProps) {
  const [failure, setFailure] = useState<PluginFailure | null>(null);
  const component = host.component(pluginId, part) as ComponentType<object> | undefined;
  const context = host.contextOf(pluginId);
  const wanted = component === undefined && failure === null;
  const key = `${pluginId} ${contributionKey(part)}`;
  const small = room !== 'page';
  const awaited = room === 'page' || room === 'drawer';

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for plugin and part, which are made anew on every drawing
  useEffect(() => {
    if (!wanted) return;
    let live = true;
    host.bring(pluginId, part, awaited).catch((error: unknown) => live && setFailure(asFailure(pluginId, error)));
    return () => {
      live = false;
    };
  }, [host, key, wanted]);

  useEffect(() => {
    if (failure === null || room !== 'mark') return;
    const timer = setTimeout(setFailure, MARK_AGAIN_MS, null);
    return () => clearTimeout(timer);
  }, [failure, room]);

  const retry = () => setFailure(null);
  if (failure !== null && room === 'mark') return null;
  if (failure !== null) return <FailureCard failure={failure} onRetry={retry} small={small} />;
  if (component === undefined || context === undefined) return awaited ? <PartLoading slow={host.slow.has(pluginId)} pluginId={pluginId} /> : null;
  const Part = component;
  return (
    <RenderFence
      onError={(error) => setFailure(host.noteRenderFailure(pluginId, part, error))}
      instead={(): ReactNode => null}
      key={`${key} ${failure === null}`}
    >
      <PluginProvider context={context} {...(menu && { menu })} {...(query && { query })}>
        <Part {...props} />
      </PluginProvider>
    </RenderFence>
  );
});

function PartLoading({ slow, pluginId }: { readonly slow: boolean; readonly pluginId: string }) {
  const { t, plugins, settings } = useShell();
  const name = plugins.plugins.find((plugin) => plugin.id === pluginId)?.name[settings.language] ?? pluginId;
  return (
    <div className="nf-loading" role="status">
      <Spin size="large" />
      <span>{slow ? t('plugin.slow', { name }) : t('plugin.loading')}</span>
    </div>
  );
}
