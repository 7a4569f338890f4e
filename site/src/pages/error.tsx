import { Island } from '../island';
import { Oops } from '../sections/oops';

/** Shown if a page could not be displayed. The island reports the error to the team. */
export default function ErrorPage() {
  return <Island name="oops" component={Oops} props={{}} />;
}
