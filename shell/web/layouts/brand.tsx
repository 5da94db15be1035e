import { observer } from 'mobx-react-lite';
import { useShell } from '../shell-context.tsx';
import { LogoMark } from '../navbar/logo.tsx';

/** Logo and system name, a link to the home page. The hospital's own picture replaces ours where one is configured. */
export const Brand = observer(function Brand({ name = true }: { readonly name?: boolean }) {
  const { session, router, http } = useShell();
  const { sysName, navigationIcon } = session.sysConfig;
  return (
    <a
      href="/home"
      className="nephra-brand"
      title={sysName}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        router.navigate('/home');
      }}
    >
      {navigationIcon === '' ? <LogoMark size={28} /> : <img className="nephra-brand-picture" src={http.fileUrl(navigationIcon)} alt="" />}
      <span className={name ? 'nephra-brand-name' : 'nephra-visually-hidden'}>{sysName}</span>
    </a>
  );
});
