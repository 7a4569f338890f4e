// Every style sheet of the site, in order: tokens, the ground, then the pieces. Pages are not hydrated, so the
// browser's bundle would not see their styles otherwise. ui/ comes before sections/ and pages/, which may refine it.
import './tokens.css';
import './fonts.css';
import './base.css';
import 'react-toastify/ReactToastify.css';
import './toast.css';
import './plain-toast.css';

// Exported, because what nobody names is dropped together with its styles.
export const pieces = [
  import.meta.glob('../ui/*.module.css', { eager: true }),
  import.meta.glob('../{sections,islands}/*.module.css', { eager: true }),
  import.meta.glob(['../**/*.module.css', '!../{ui,sections,islands}/*.module.css', '!../{desk,gate}/**'], {
    eager: true,
  }),
];
