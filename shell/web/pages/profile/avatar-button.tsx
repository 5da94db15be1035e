import { observer } from 'mobx-react-lite';
import { type ChangeEvent, useRef, useState } from 'react';
import { uploadFlaw, validationText } from '@nephra/plugin-sdk/contract';
import { Avatar, Button, IconCamera } from '@nephra/plugin-sdk/ui';
import { createClient } from '@nephra/plugin-sdk/web';
import { fileContract, sessionContract } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';

const PICTURES = 'image/*';

/** The person's picture, and a button that replaces it (spec 7.11, avatar). */
export const AvatarButton = observer(function AvatarButton() {
  const { t, http, session, settings, toast } = useShell();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const user = session.userInfo;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after a failure.
    event.target.value = '';
    if (file === undefined) return;
    const flaw = uploadFlaw(file, { accept: PICTURES });
    if (flaw) return toast.error(validationText(flaw, settings.language));
    setBusy(true);
    try {
      const { data } = await http.call(fileContract.routes.upload, { params: { type: 'userAvatar' }, body: { file } });
      const stored = data as { name: string; url: string };
      const { msg } = await createClient(sessionContract, http).saveAvatar({ params: { id: stored.name } });
      session.setHeadIcon(stored.url);
      toast.success(msg || t('profile.avatarSaved'));
    } catch {
      // Shown by the HTTP client.
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {user?.headIcon ? (
        <Avatar size="extra-large" src={http.fileUrl(user.headIcon)} alt={user.userName} />
      ) : (
        <Avatar size="large" color="light-blue">
          {user?.userName.slice(-2)}
        </Avatar>
      )}
      <input ref={input} type="file" accept={PICTURES} hidden onChange={(event) => void choose(event)} />
      <Button icon={<IconCamera />} theme="borderless" size="small" loading={busy} onClick={() => input.current?.click()}>
        {t('profile.changeAvatar')}
      </Button>
    </>
  );
});
