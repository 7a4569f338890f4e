// What the dialog of every act is given.
import type { DeskActResponse, DeskPendingResponse, DeskRegistration } from '../../types/wire.gen';

export interface ActProps {
  registration: DeskRegistration;
  pending: DeskPendingResponse | undefined;
  onClose: () => void;
  onDone: (answer: DeskActResponse) => void;
  onLate: () => void;
}
