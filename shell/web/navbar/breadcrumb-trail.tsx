import { observer } from 'mobx-react-lite';
import type { Visit } from '../router/route-table.ts';
import { useShell } from '../shell-context.tsx';

/** Home, the directories above and the page that is shown. */
export const BreadcrumbTrail = observer(function BreadcrumbTrail({ visit }: { readonly visit: Visit }) {
  const shell = useShell();
  const home = shell.router.find('/home');
  const above = visit.route.parents.map((meta) => shell.title(meta));
  return (
    <nav className="nephra-breadcrumb" aria-label={shell.t('frame.breadcrumb')}>
      <ol>
        {home !== undefined && visit.path !== home.path && (
          <li>
            <a
              href={home.path}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                shell.router.navigate(home.path);
              }}
            >
              {shell.title(home.meta)}
            </a>
          </li>
        )}
        {above.map((title) => (
          <li key={title}>{title}</li>
        ))}
        <li aria-current="page">{shell.title(visit.route.meta)}</li>
      </ol>
    </nav>
  );
});
