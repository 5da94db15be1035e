import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, PageFrame } from '@nephra/plugin-sdk/widgets';
import type { ComponentType } from 'react';

/**
 * A page of the whole installation, which has nothing for whoever manages one centre: they are told so, and to whom to turn, in place of buttons that the server
 * would refuse.
 */
export const administratorsPage = (Page: ComponentType<PageProps>) =>
  function AdministratorsPage(props: PageProps) {
    const { user, t } = usePlugin();
    if (user.isAdministrator) return <Page {...props} />;
    return (
      <PageFrame title={props.menu.fullName}>
        <Alert kind="info" text={t('administratorsPage')} />
      </PageFrame>
    );
  };
