import { span } from '../../duration';
import type { DeskGateDevice, DeskGateMinutes, GateMoment } from '../../types/wire.gen';
import { momentOf, number, timeOf } from '../format';
import * as texts from '../texts';
import type { Sign } from '../ui/status';

const silenceSeconds = 300;
const clockToleranceSeconds = 120;

/** The age of a device's lists. */
export const age = (seconds: number): string => (seconds < 0 ? texts.noLists : texts.old(span(seconds * 1000)));

/** A device's status as far as the server knows. "Signed out" comes first, because such a device admits nobody. */
export function deviceStatus(device: DeskGateDevice): [sign: Sign, text: string] {
  const { unsent, duplicate_scans } = device;
  const heldBack = unsent > 0 ? `; ${texts.heldBack(unsent, number(unsent))}` : '';
  const sentTwice = duplicate_scans > 0 ? `; ${texts.sentTwice(duplicate_scans)}` : '';
  if (device.wiped_at) return ['over', texts.deviceWiped(momentOf(device.wiped_at))];
  if (device.revoked_at)
    return ['over', `${texts.deviceSignedOut(momentOf(device.revoked_at))}${heldBack}${sentTwice}`];
  if (duplicate_scans > 0) return ['bad', texts.deviceDuplicated(duplicate_scans)];
  // An entry that expires at once is for a printed list or the command line, not for a device.
  if (device.expires_at === device.enrolled_at) return ['over', texts.notADevice];
  if (device.ended) return ['over', texts.eventOver];
  if (device.replaced_by) return ['person', texts.deviceReplaced(device.replaced_by) + heldBack];
  if (device.silent_seconds > silenceSeconds)
    return ['waiting', texts.deviceSilent(momentOf(device.seen_at)) + heldBack];
  const offset = Math.abs(device.offset_seconds);
  if (offset > clockToleranceSeconds) return ['waiting', texts.clockWrong(span(offset * 1000))];
  return ['good', texts.deviceWorks];
}

/** Describes a scan and says what it means. */
export function scanText(scan: GateMoment): string {
  const { verdict, quarantine, withdrawn, why = '', reason, no_reason, alike = 1 } = scan;
  if (alike > 1) return texts.unknownCodes(number(alike));
  if (quarantine) {
    const text = texts.quarantines[quarantine] ?? quarantine;
    return quarantine === 'unread' && why ? texts.scanReason(text, why) : text;
  }
  if (verdict === 'undo') return texts.scanUndone;
  if (withdrawn) return texts.admittedWithdrawn(withdrawn);
  const because = reason ? ` (${reason.replaceAll('_', ' ')})` : '';
  return (no_reason ? texts.manualWithoutReason : texts.manualCheckIn(why)) + because;
}

const tenMinutesMs = 600_000;

/** If scans are more than two days apart (a clock may be wrong), the axis shows only intervals with scans. */
const maxSteps = 2 * 24 * 6;

/** Every interval from the first to the last, with or without admissions, so that the axis has regular steps. */
export function every10Minutes(minutes: DeskGateMinutes[]): string[] {
  const first = Date.parse(minutes[0]?.at ?? '');
  const steps = (Date.parse(minutes.at(-1)?.at ?? '') - first) / tenMinutesMs + 1;
  if (steps > maxSteps) return minutes.map(({ at }) => at);
  return Array.from({ length: steps }, (_, n) => new Date(first + n * tenMinutesMs).toISOString());
}

/** The label for an interval. Every half hour has a label, or every few hours if there are many intervals. */
export function hourLabel(at: string, steps: number): string | undefined {
  const every = [3, 6, 12, 18, 24, 36].find((one) => steps / one <= 7) ?? 72;
  const [hours = 0, minutes = 0] = timeOf(at).split(':').map(Number);
  return Math.floor((hours * 60 + minutes) / 10) % every === 0 ? timeOf(at) : undefined;
}
