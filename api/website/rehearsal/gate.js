// Rehearses the gate: enrols two windows as devices, signs in to the desk, and holds tickets up to the cameras. The
// windows show the real pages; only the camera's image is replaced, and a switch simulates the loss of the network.

const texts = JSON.parse(document.querySelector('#texts').textContent);
const text = (name, ...values) => values.reduce((all, value) => all.replace(/%[sdv]/, () => value), texts[`gate.${name}`]);

const state = document.querySelector('#state');
const patienceMs = 60_000;

async function desk(name, body) {
  const response = await fetch(`/api/desk/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message || text('answered', response.status));
  return answer;
}

/** The camera image: grey, with the ticket in the middle. It is redrawn continuously, like a real camera's. */
class Picture {
  constructor() {
    this.canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    this.held = undefined;
    this.paint();
    setInterval(() => this.paint(), 100);
  }

  paint() {
    const brush = this.canvas.getContext('2d');
    brush.fillStyle = '#969696';
    brush.fillRect(0, 0, 640, 480);
    brush.imageSmoothingEnabled = true;
    if (this.held) brush.drawImage(this.held, 110, 30, 420, 420);
  }
}

class Gate {
  constructor(section) {
    this.number = section.dataset.gate;
    this.frame = section.querySelector('iframe');
    this.holds = section.querySelector('.holds');
    this.away = section.querySelector('.away');
    this.real = section.querySelector('.real');
    this.off = section.querySelector('.off');
    this.picture = new Picture();
    // The gate's page treats this key as a loss of the network (site/src/gate/call.ts); frames share session storage.
    this.key = `gate-off:gate${this.number}`;
    this.off.checked = sessionStorage.getItem(this.key) === '1';
    this.frame.addEventListener('load', () => this.lendCamera());
    this.off.addEventListener('change', () => this.switchNetwork());
    this.away.addEventListener('click', () => this.hold());
  }

  lendCamera() {
    const { mediaDevices } = this.frame.contentWindow.navigator;
    if (!mediaDevices) return;
    const own = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (wanted) =>
      this.real.checked ? own(wanted) : Promise.resolve(this.picture.canvas.captureStream(10));
  }

  switchNetwork() {
    sessionStorage.setItem(this.key, this.off.checked ? '1' : '0');
    this.frame.contentWindow.dispatchEvent(new Event('online'));
  }

  hold(ticket) {
    this.picture.held = ticket?.querySelector('img');
    this.picture.paint();
    this.away.disabled = !ticket;
    this.holds.textContent = ticket
      ? text('shown', ticket.querySelector('strong').textContent)
      : text('nothingShown');
    if (ticket) this.frame.scrollIntoView({ block: 'nearest' });
  }

  async open(venue) {
    const { url } = await desk('gate-invite', {
      name: text('gate', this.number),
      volunteer: texts['outbox.rehearsal'],
      venue,
      may_search: true,
      why: text('why'),
    });
    const secret = new URL(url).hash;
    await this.load(`/gate?window=${this.number}&at=${Date.now()}${secret}`);
    await this.press(text('enrol'));
    await this.press(text('scan'));
  }

  load(address) {
    return new Promise((resolve) => {
      this.frame.addEventListener('load', resolve, { once: true });
      this.frame.src = address;
    });
  }

  /** Waits for the button and presses it. */
  async press(name) {
    for (const until = Date.now() + patienceMs; Date.now() < until; ) {
      const inside = this.frame.contentDocument;
      const button = [...inside.querySelectorAll('button')].find((one) => one.textContent === name && !one.disabled);
      if (button) return button.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(text('noButton', this.number, name));
  }
}

const gates = [...document.querySelectorAll('[data-gate]')].map((section) => new Gate(section));

const begin = document.querySelector('#begin');
begin.addEventListener('click', async () => {
  begin.disabled = true;
  try {
    state.textContent = text('signingIn');
    await desk('sign-in/rehearsal', { role: 'organiser' });
    document.querySelector('#desk-window').src = '/desk/gate';
    const { venues } = await desk('gate-live', { day: '' });
    state.textContent = text('enrolling');
    await Promise.all(gates.map((gate) => gate.open(venues[0].venue)));
    state.textContent = text('ready');
  } catch (reason) {
    state.textContent = reason.message;
  }
  begin.disabled = false;
});

for (const button of document.querySelectorAll('[data-at]'))
  button.addEventListener('click', () => gates[button.dataset.at - 1].hold(button.closest('li')));
