import './profile.page.css';
import { observer } from 'mobx-react-lite';
import { useShell } from '../shell-context.tsx';
import { AvatarButton } from './avatar-button.tsx';
import { BaseInfoPanel } from './base-info-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';

/** /profile: the person's own file, picture and password (spec 2.1, 7.11). */
export const Page = observer(function ProfilePage() {
  const { session } = useShell();
  const user = session.userInfo;
  return (
    <div className="nf-profile">
      <section className="nf-profile-card nf-profile-who">
        <AvatarButton />
        <h1>{user?.userName}</h1>
        <p>{user?.enCode}</p>
        <p>{user?.organizeName}</p>
        <p>{user?.roleName}</p>
      </section>
      <div className="nf-profile-stack">
        <BaseInfoPanel />
        <PasswordPanel />
      </div>
    </div>
  );
});
