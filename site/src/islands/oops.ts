import { report } from '../report';

export async function mount(element: HTMLElement): Promise<void> {
  const notified = await report(new Error());
  element.querySelector<HTMLElement>('[data-notified]')!.hidden = !notified;
  element.querySelector<HTMLElement>('[data-unnotified]')!.hidden = notified;
}
