import { SheetTitle } from '../ui/sheet-title';

export default function Page() {
  return (
    <div className="page">
      <SheetTitle title="home" />
    </div>
  );
}
