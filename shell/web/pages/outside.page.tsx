import './outside.page.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Button, IconExternalOpen, Spin } from '@nephra/plugin-sdk/ui';
import { sessionContract } from '../../contract/index.ts';
import { outsideAddress } from '../router/outside-address.ts';
import type { MenuItem } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';
import { CalmCard } from './home/calm-card.tsx';

const ALLOWED = 'allow-scripts allow-forms allow-popups allow-downloads';

/** A foreign site keeps its own origin (its log-in needs it); a page of our own origin must not reach into this one. */
const fence = (src: string): string => (new URL(src).origin === window.location.origin ? ALLOWED : `${ALLOWED} allow-same-origin`);

interface OutsidePageProps {
  readonly item: MenuItem;
  /** False when the entry opens a window and somebody came here by its address. */
  readonly framed: boolean;
}

/** An outside address in the main area (menu type 7 with _self, spec 2.2). */
export const OutsidePage = observer(function OutsidePage({ item, framed }: OutsidePageProps) {
  const shell = useShell();
  const { t, session, router, http } = shell;
  const { dashboardHost } = session.sysConfig;
  const [src, setSrc] = useState('');
  const usable = outsideAddress(item, { dashboardHost }) !== undefined;

  useEffect(() => {
    const address = outsideAddress(item, { dashboardHost });
    if (!framed || address === undefined) return;
    let live = true;
    const fill = async () => {
      const ticket = address.needsTicket
        ? ((await http.call(sessionContract.routes.issueTicket, { body: { target: address.target } })).data as { ticket: string }).ticket
        : '';
      if (live) setSrc(address.fill(ticket));
    };
    void fill().catch(() => {});
    return () => {
      live = false;
    };
  }, [item, framed, dashboardHost, http]);

  const title = shell.title(item.meta);
  if (!usable || !framed) {
    return (
      <CalmCard
        icon={<IconExternalOpen size="extra-large" />}
        title={title}
        buttons={
          usable && (
            <Button theme="solid" onClick={() => void router.open(item)}>
              {t('outside.open')}
            </Button>
          )
        }
      >
        <p>{usable ? t('outside.window') : t('router.noAddress')}</p>
      </CalmCard>
    );
  }
  if (src === '') return <Spin size="large" />;
  return <iframe className="nf-outside" title={title} src={src} referrerPolicy="no-referrer" sandbox={fence(src)} />;
});
