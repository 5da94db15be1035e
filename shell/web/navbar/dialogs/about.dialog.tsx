import './dialogs.css';
import { observer } from 'mobx-react-lite';
import { Modal } from '@nephra/plugin-sdk/ui';
import { LogoMark } from '../logo.tsx';
import { useShell } from '../../shell-context.tsx';

/** Comes with this dialog, not with every page. */
const LICENCES = { zh: '第三方软件许可', zhtw: '第三方軟體授權', en: 'Third-party licences' } as const;
/** Page that the build makes of the packages in the product. */
const LICENCE_PAGE = '/licences.html';

/** Width of the dialog in pixels (spec 9). */
export const ABOUT_WIDTH = 400;

/** An address of the configuration may become a link only when it leads to a web page: `javascript:` and the like stay plain text. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** 关于平台 (spec 2.4): logo, linked system name, version, slogan; and what others have given to it. */
export const AboutDialog = observer(function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, session, http, settings } = useShell();
  const { sysName, sysVersion, logoIcon, website } = session.sysConfig;
  // A site that names no address of its own is known by that of this system.
  const address = webAddress(website) ?? window.location.origin;
  return (
    <Modal visible centered width={ABOUT_WIDTH} title={t('about.title')} footer={null} onCancel={onClose}>
      <div className="nephra-about">
        {logoIcon === '' ? <LogoMark size={72} /> : <img className="nephra-about-logo" src={http.fileUrl(logoIcon)} alt={t('about.logo')} />}
        <p className="nephra-about-name">
          <a href={address} target="_blank" rel="noopener noreferrer">
            {sysName}
          </a>
        </p>
        <p>{t('about.version', { version: sysVersion })}</p>
        <p className="nephra-about-slogan">{t('about.slogan')}</p>
        <p>
          <a href={LICENCE_PAGE} target="_blank" rel="noopener noreferrer">
            {LICENCES[settings.language]}
          </a>
        </p>
      </div>
    </Modal>
  );
});
