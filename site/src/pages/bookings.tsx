import { Loading } from '../ui/loading';

export default function Page() {
  return (
    <div className="page">
      <h1 className="unseen">bookings</h1>
      <Loading />
    </div>
  );
}
