import './home.page.css';
import { observer } from 'mobx-react-lite';
import { SlotOutlet } from '@nephra/plugin-sdk/web';
import { MenuIcon } from '../../layouts/icons/menu-icon.tsx';
import { lastLogin } from '../../session/last-login/last-login-notice.ts';
import { useShell } from '../../shell-context.tsx';
import { clockText, dayText, minuteText, partOfDay, recentText } from '../business-time.ts';
import { DataFindings } from './data-findings.tsx';
import { HomeCards } from './home-cards.tsx';
import { recentRoutes, shortcuts } from './home-shortcuts.ts';
import { useNow } from './use-now.ts';

const RECENT_COUNT = 6;

/** /home: greeting, what waits and today's figures by plugins, and then the person's own shortcuts and what they opened last. */
export const Page = observer(function HomePage() {
  return (
    <div className="nf-home">
      <Head />
      <DataFindings />
      <HomeCards />
      <div className="nf-home-columns">
        <div className="nf-home-stack">
          <Shortcuts />
          <SlotOutlet point="shell/home@1" props={{}} />
        </div>
        <div className="nf-home-stack">
          <RecentlyVisited />
          <MyLogin />
        </div>
      </div>
    </div>
  );
});

const Head = observer(function Head() {
  const { t, session, settings } = useShell();
  const now = useNow();
  const user = session.userInfo;
  const place = [user?.organizeName, user?.departmentName].filter((name, index, all) => name && all.indexOf(name) === index).join(' · ');
  return (
    <header className="nf-home-head">
      <div>
        <h1>{t(`home.${partOfDay(now)}`, { name: user?.userName ?? '' })}</h1>
        <p>{place || session.sysConfig.sysName}</p>
      </div>
      <div className="nf-home-clock">
        <strong>{clockText(now)}</strong>
        <span>{dayText(now, settings.language)}</span>
      </div>
    </header>
  );
});

const Shortcuts = observer(function Shortcuts() {
  const shell = useShell();
  const { t, session, recent, router } = shell;
  const items = shortcuts(session.menuList, recent.favourites);
  return (
    <section className="nf-home-panel" aria-labelledby="nf-home-shortcuts">
      <h2 id="nf-home-shortcuts">{t('home.shortcuts')}</h2>
      <ul className="nf-home-tiles">
        {items.map((item) => (
          <li key={item.id}>
            <button type="button" className="nf-home-tile" onClick={() => void router.open(item)}>
              <MenuIcon name={item.icon} />
              <span>{shell.title(item.meta)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

const RecentlyVisited = observer(function RecentlyVisited() {
  const shell = useShell();
  const { t, recent, router } = shell;
  const now = useNow();
  const rows = recentRoutes(recent.pages, router.find, RECENT_COUNT);
  return (
    <section className="nf-home-panel" aria-labelledby="nf-home-recent">
      <h2 id="nf-home-recent">{t('home.recent')}</h2>
      {rows.length === 0 && <p className="nf-home-empty">{t('home.noRecent')}</p>}
      <ul className="nf-home-rows">
        {rows.map(({ path, at, route }) => (
          <li key={path}>
            <button type="button" className="nf-home-row" onClick={() => router.navigate(path)}>
              <span>{[...route.parents, route.meta].map((meta) => shell.title(meta)).join(' > ')}</span>
              <time dateTime={new Date(at).toISOString()}>{recentText(at, now)}</time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

const MyLogin = observer(function MyLogin() {
  const { t, session } = useShell();
  const user = session.userInfo;
  if (user === null) return null;
  const last = lastLogin(user, minuteText);
  const facts: readonly (readonly [string, string])[] = [
    ['home.account', user.userAccount],
    ['home.staffNumber', user.enCode],
    ['home.role', user.roleName],
    ['home.lastTime', last?.time ?? ''],
    ['home.lastPlace', last?.place ?? ''],
    ['home.lastAddress', last?.ip ?? ''],
  ];
  return (
    <section className="nf-home-panel" aria-labelledby="nf-home-me">
      <h2 id="nf-home-me">{t('home.me')}</h2>
      <dl className="nf-home-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([key, value]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{t(key)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
});
