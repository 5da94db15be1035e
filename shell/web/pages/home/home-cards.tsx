import './home-cards.css';
import { formatMoney, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { useMenuAnchor } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { HomeCardView, HomeFigureView } from '../../../contract/index.ts';
import type { MenuItem } from '../../router/route-table.ts';
import { useShell } from '../../shell-context.tsx';
import { HomeCardsStore } from './home-cards.store.ts';

/** The start of the day: what waits, and today's figures, by plugins. Drawn from one call; each person arranges it. */
export const HomeCards = observer(function HomeCards() {
  const { t, http, settings } = useShell();
  const [store] = useState(() => new HomeCardsStore(http));
  const { language } = settings;
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards speak the language of the screen
  useEffect(() => void store.load(), [store, language]);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') void store.look();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [store]);
  if (store.cards === null) return store.error === null ? <Waiting /> : <Failed store={store} />;
  if (store.cards.length === 0) return null;
  return (
    <section className="nf-cards" aria-labelledby="nf-cards">
      <header className="nf-cards-head">
        <h2 id="nf-cards">{t('home.today')}</h2>
        {store.arranging ? (
          <Button theme="solid" type="primary" size="small" loading={store.saving} onClick={() => void store.finish()}>
            {t('home.arranged')}
          </Button>
        ) : (
          <Button theme="borderless" type="tertiary" size="small" onClick={store.arrange}>
            {t('home.arrange')}
          </Button>
        )}
      </header>
      <ul className="nf-cards-grid">
        {store.shown.map((card, at) => (
          <li key={card.id} className="nf-home-panel nf-card">
            <Card card={card} />
            {store.arranging && <Places store={store} card={card} first={at === 0} last={at === store.shown.length - 1} />}
          </li>
        ))}
      </ul>
      {store.arranging && store.putAway.length > 0 && (
        <div className="nf-cards-away">
          <span>{t('home.putAway')}</span>
          {store.putAway.map((card) => (
            <Button key={card.id} theme="light" size="small" onClick={() => store.toggle(card.id)}>
              {t('home.bringBack', { title: card.title })}
            </Button>
          ))}
        </div>
      )}
      {!store.arranging && store.shown.length === 0 && <p className="nf-home-empty">{t('home.allAway')}</p>}
    </section>
  );
});

const itemOf = (items: readonly MenuItem[], enCode: string): MenuItem | undefined => {
  for (const item of items) {
    const found = item.enCode === enCode ? item : itemOf(item.children ?? [], enCode);
    if (found) return found;
  }
  return undefined;
};

/** Without the kit's `MenuLink`: the start page loads no widgets. */
function Leading({ opens, text }: { readonly opens: NonNullable<HomeCardView['rows'][number]['opens']>; readonly text: string }) {
  const anchor = useMenuAnchor(opens.menu, opens.query);
  return anchor ? <a {...anchor}>{text}</a> : text;
}

const Card = observer(function Card({ card }: { readonly card: HomeCardView }) {
  const { t, session, router } = useShell();
  const item = itemOf(session.menuList, card.menu);
  return (
    <>
      <h3>
        {item ? (
          <button type="button" className="nf-card-open" onClick={() => void router.open(item)}>
            {card.title}
          </button>
        ) : (
          card.title
        )}
      </h3>
      {card.failed && <p className="nf-home-empty">{t('home.cardFailed')}</p>}
      <dl className="nf-card-figures">
        {card.figures.map((figure) => (
          <Figure key={figure.key} figure={figure} />
        ))}
      </dl>
      {card.rows.length > 0 && (
        <ul className="nf-card-rows">
          {card.rows.map((row) => (
            <li key={row.key}>
              <span title={row.text}>{row.opens ? <Leading opens={row.opens} text={row.text} /> : row.text}</span>
              <small>{row.note}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
});

const valueText = ({ unit }: HomeFigureView, value: number): string => (unit === 'yuan' ? `¥${formatMoney(moneyFromWire(value))}` : String(value));

function Figure({ figure }: { readonly figure: HomeFigureView }) {
  const { t } = useShell();
  const { label, value, yesterday, tone } = figure;
  return (
    <div className="nf-figure" data-tone={value === 0 && tone !== '' ? 'none' : tone}>
      <dt>{label}</dt>
      <dd>
        <strong>{valueText(figure, value)}</strong>
        {yesterday !== null && <small>{t('home.yesterday', { value: valueText(figure, yesterday) })}</small>}
      </dd>
    </div>
  );
}

/** Where a card stands, moved by buttons: they work with every pointer and with the keyboard. */
const Places = observer(function Places({ store, card, first, last }: PlacesProps) {
  const { t } = useShell();
  const { id, title } = card;
  return (
    <div className="nf-card-places">
      <Button size="small" theme="light" disabled={first} aria-label={t('home.toFront', { title })} onClick={() => store.move(id, -1)}>
        ←
      </Button>
      <Button size="small" theme="light" disabled={last} aria-label={t('home.toBack', { title })} onClick={() => store.move(id, 1)}>
        →
      </Button>
      <Button size="small" theme="light" type="danger" aria-label={t('home.hideCard', { title })} onClick={() => store.toggle(id)}>
        {t('home.hide')}
      </Button>
    </div>
  );
});
interface PlacesProps {
  readonly store: HomeCardsStore;
  readonly card: HomeCardView;
  readonly first: boolean;
  readonly last: boolean;
}

const Waiting = () => (
  <ul className="nf-cards-grid" aria-hidden="true">
    {['a', 'b', 'c'].map((key) => (
      <li key={key} className="nf-home-panel nf-card nf-card-waiting" />
    ))}
  </ul>
);

const Failed = observer(function Failed({ store }: { readonly store: HomeCardsStore }) {
  const { t } = useShell();
  return (
    <section className="nf-home-panel">
      <p className="nf-home-empty">{t('home.cardsFailed')}</p>
      <Button theme="light" size="small" onClick={() => void store.load()}>
        {t('home.again')}
      </Button>
    </section>
  );
});
