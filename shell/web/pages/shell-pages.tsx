import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { PageModule, PageProps } from '@nephra/plugin-sdk/web';
import { ADMIN_PAGES } from '../admin/admin-pages.ts';
import { Page as NotFoundPage } from './not-found.page.tsx';

type ShellPage = ComponentType<PageProps> | LazyExoticComponent<ComponentType<PageProps>>;

const lazily = (load: () => Promise<PageModule>): ShellPage => lazy(async () => ({ default: (await load()).Page }));

/** Pages of the shell itself: fixed routes by name, menu pages by enCode. */
export const SHELL_PAGES: ReadonlyMap<string, ShellPage> = new Map<string, ShellPage>([
  ['home', lazily(() => import('./home/home.page.tsx'))],
  ['notFound', NotFoundPage],
  ['profile', lazily(() => import('./profile/profile.page.tsx'))],
  ['moreMenu', lazily(() => import('./more-menu.page.tsx'))],
  ...Object.entries(ADMIN_PAGES).map(([code, load]): [string, ShellPage] => [code, lazily(load)]),
]);

export const SHELL_PAGE_CODES: ReadonlySet<string> = new Set(SHELL_PAGES.keys());
