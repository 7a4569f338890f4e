import { Island } from '../island';
import { Oops } from '../sections/oops';

/** /error, where somebody lands when a page could not be shown; its island tells the team. */
export default function ErrorPage() {
  return <Island name="oops" component={Oops} props={{}} />;
}
