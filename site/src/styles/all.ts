// All of the site's style sheets, in order: tokens, base, components. The sheets are listed here because reading pages
// are not hydrated, so the browser's bundle does not import their styles. ui/ comes before sections/ and pages/, which
// may override it.
import './tokens.css';
import './fonts.css';
import './base.css';
import 'react-toastify/ReactToastify.css';
import './toast.css';
import './plain-toast.css';

// The export is needed, because unused imports are dropped together with their styles.
export const pieces = [
  import.meta.glob('../ui/*.module.css', { eager: true }),
  import.meta.glob('../{sections,islands}/*.module.css', { eager: true }),
  import.meta.glob(['../**/*.module.css', '!../{ui,sections,islands}/*.module.css', '!../{desk,gate}/**'], {
    eager: true,
  }),
];
