import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import type { ComponentType, ReactNode } from 'react';
import { Alert } from '../../facts/alert.tsx';
import { PageFrame } from '../page-frame.tsx';

/** It comes with the pages that have it, so that no other page waits for it. */
const NOT_YOURS = {
  zh: '本页涉及整个系统，只有系统管理员可以使用；如有需要，请联系系统管理员。',
  zhtw: '本頁涉及整個系統，只有系統管理員可以使用；如有需要，請聯絡系統管理員。',
  en: 'This page concerns the whole system and is for system administrators alone. Please ask one of them.',
} as const;

export interface AdministratorsOnlyProps {
  /** Of the page. */
  readonly title: string;
  /** What system administrators see; for others it is not made, so that it asks the server for nothing. */
  readonly children: ReactNode;
}

/**
 * What concerns the whole installation and has nothing for whoever manages one centre: they are told so, and to whom to turn, in place of buttons that the server
 * would refuse. It hides; that nobody else may is for the server to say.
 */
export function AdministratorsOnly({ title, children }: AdministratorsOnlyProps) {
  const { user, language } = usePlugin();
  if (user.isAdministrator) return children;
  return (
    <PageFrame title={title}>
      <Alert kind="info" text={NOT_YOURS[language]} />
    </PageFrame>
  );
}

/** A whole page of that kind: `export const Page = administratorsPage(CachePage)`. */
export const administratorsPage = (Page: ComponentType<PageProps>) =>
  function AdministratorsPage(props: PageProps) {
    return (
      <AdministratorsOnly title={props.menu.fullName}>
        <Page {...props} />
      </AdministratorsOnly>
    );
  };
