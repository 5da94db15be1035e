import { IconLink } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { MenuLink } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { LinkContent } from '../../contract/message.schema.ts';
import type { LinksStore } from '../store/links.store.ts';

interface LinkMessageProps {
  readonly link: LinkContent;
  readonly links: LinksStore;
  readonly onLeavePage: () => void;
}

/** A record of the hospital: its title and the way there for who may see it, and nothing of it for others. */
export const LinkMessage = observer(function LinkMessage({ link, links, onLeavePage }: LinkMessageProps) {
  const { t } = usePlugin();
  useEffect(() => links.want(link), [links, link]);
  const place = links.place(link);
  return (
    <div className={place ? 'chat-bubble chat-link' : 'chat-bubble chat-bubble-soft chat-link'}>
      <IconLink aria-hidden />
      {place ? (
        <MenuLink menu={place.menu} query={place.query} onFollow={onLeavePage}>
          {place.title}
        </MenuLink>
      ) : (
        t(place === null ? 'link.hidden' : 'link.loading')
      )}
    </div>
  );
});
