// One picture of the form: chosen, made ready on the device, sent with its progress, shown, sent again or replaced.
import { type ChangeEvent, lazy, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type AssetKind, cancelUpload, uploadAsset } from '../api';
import type { Field, Upload } from '../types/content.gen';
import { Button } from '../ui/button';
import { FieldError, useNames } from '../ui/field';
import { Loading } from '../ui/loading';
import { toast } from '../ui/toast';
import { fieldID } from './focus';
import { acceptOf, encode, isAccepted, type Picture, PictureError, readPicture, sizeText } from './picture';
import styles from './upload-field.module.css';
import type { Uploads } from './use-uploads';

const MaskDialog = lazy(() => import('./mask-dialog'));

/** Loads the masking tool ahead; without network it cannot come, and nothing may be sent without it. */
export const prepareMasking = (): Promise<unknown> =>
  import('./mask-dialog').catch(() => {
    throw new PictureError(
      'The tool that covers the number cannot be loaded. Please choose the picture again when you are online.',
    );
  });

type State =
  | { step: 'empty' }
  | { step: 'preparing' }
  | { step: 'masking'; picture: Picture }
  | { step: 'sending' | 'failed' | 'done'; blob: Blob; preview: string; progress: number };

interface UploadFieldProps {
  field: Field;
  kind: AssetKind;
  upload: Upload;
  uploads: Uploads;
  error: string | undefined;
  /** Whether numbers have to be blacked out before anything is sent. */
  masked: boolean;
  failedMessage: string;
  /** The picture that is there already and stays until another one is sent; the field may then be left as it is. */
  current?: ReactNode;
}

function Picked({ field, kind, upload, uploads, error, masked, failedMessage, current }: UploadFieldProps) {
  const [state, setState] = useState<State>({ step: 'empty' });
  const [problem, setProblem] = useState('');
  const { setHandle, setBusy } = uploads;
  const preview = 'preview' in state ? state.preview : '';
  /** Which choice of a file is the latest; an older one that is still being read no longer counts. */
  const choice = useRef(0);

  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);
  useEffect(() => () => cancelUpload(kind), [kind]);

  // Everything behind the open tool is inert, so the focus can come back only after it has gone.
  const masking = state.step === 'masking';
  const wasMasking = useRef(false);
  useEffect(() => {
    if (wasMasking.current && !masking) document.getElementById(fieldID(field.name))?.focus();
    wasMasking.current = masking;
  }, [masking, field.name]);

  /** The picture that was sent last; it stays until another one is on its way. */
  const sent = useRef<Blob>(undefined);
  const putBack = () => {
    const blob = sent.current;
    setState(blob ? { step: 'done', blob, preview: URL.createObjectURL(blob), progress: 1 } : { step: 'empty' });
  };

  const giveUp = (reason: unknown) => {
    setBusy(field.name, false);
    putBack();
    setProblem(reason instanceof PictureError ? reason.message : failedMessage);
  };

  const send = async (blob: Blob, address: string) => {
    const mine = choice.current;
    setBusy(field.name, true);
    setProblem(''); // what the last try met
    sent.current = undefined;
    setHandle(field.name, undefined);
    setState({ step: 'sending', blob, preview: address, progress: 0 });
    const answer = await uploadAsset(kind, blob, (progress) => {
      if (mine === choice.current) setState({ step: 'sending', blob, preview: address, progress });
    });
    if (answer === 'cancelled' || mine !== choice.current) return;
    setBusy(field.name, false);
    setState({ step: answer.ok ? 'done' : 'failed', blob, preview: address, progress: 1 });
    if (answer.ok) {
      sent.current = blob;
      return setHandle(field.name, answer.body.url);
    }
    // Who has to wait must not be told to try again.
    const wait = answer.problem?.code === 429 ? answer.problem.message : '';
    toast.error(wait || failedMessage);
    setProblem(answer.problem?.message || '');
  };

  const finish = async (picture: Picture) => {
    const mine = choice.current;
    setState({ step: 'preparing' });
    setBusy(field.name, true);
    try {
      const blob = await encode(picture, upload);
      if (mine === choice.current) await send(blob, URL.createObjectURL(blob));
    } catch (reason) {
      if (mine === choice.current) giveUp(reason);
    }
  };

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = ''; // so that the same file can be chosen again
    if (!file) return;
    if (!isAccepted(file, upload)) return setProblem(`Please choose a ${kindsOf(upload)} file.`);
    const mine = ++choice.current;
    cancelUpload(kind);
    setProblem('');
    setState({ step: 'preparing' });
    setBusy(field.name, true);
    try {
      const picture = await readPicture(file, upload);
      if (mine !== choice.current) return;
      if (!masked) return await finish(picture);
      await prepareMasking();
      if (mine !== choice.current) return;
      setBusy(field.name, false);
      setState({ step: 'masking', picture });
    } catch (reason) {
      if (mine === choice.current) giveUp(reason);
    }
  };

  // The server may no longer have a picture that was sent long ago.
  const lost = state.step === 'done' && !uploads.handles[field.name];
  const message = problem || (state.step === 'empty' || lost ? error : undefined);
  const names = useNames(fieldID(field.name), field.help, message);
  const working = state.step === 'preparing' || state.step === 'sending';
  return (
    <div className={styles.field}>
      <label htmlFor={names.id} className={styles.label}>
        {field.label}
      </label>
      {field.help && (
        <p id={names.help} className={styles.help}>
          {field.help}
        </p>
      )}
      <div className={styles.tray} data-step={state.step}>
        <div className={styles.frame}>
          {preview ? (
            <img src={preview} alt={`Your picture: ${field.label}`} className={styles.preview} />
          ) : (
            (current ?? <Blank kind={kind} />)
          )}
        </div>
        <div className={styles.side}>
          <p className={styles.status} role="status">
            {working && <Loading size={22} label="" />}
            {lost ? 'Please choose it again' : state.step === 'empty' && current ? 'As it is now' : statusText(state)}
          </p>
          {state.step === 'sending' && (
            <progress className={styles.progress} value={state.progress} aria-label="Sending the picture" />
          )}
          <div className={styles.actions}>
            <span className={styles.chooser}>
              <input
                id={names.id}
                name={field.name}
                type="file"
                accept={acceptOf(upload)}
                onChange={choose}
                required={!current}
                aria-invalid={message ? true : undefined}
                aria-describedby={names.describedBy}
              />
              <span aria-hidden="true">{preview || working || current ? 'Replace' : 'Choose a picture'}</span>
            </span>
            {state.step === 'failed' && (
              <Button look="quiet" onClick={() => void send(state.blob, state.preview)}>
                Try again
              </Button>
            )}
          </div>
        </div>
      </div>
      <FieldError id={names.error} error={message} />
      {state.step === 'masking' && (
        <Suspense fallback={<Loading />}>
          <MaskDialog picture={state.picture} onDone={finish} onCancel={putBack} />
        </Suspense>
      )}
    </div>
  );
}

/** "PNG or JPEG". */
const kindsOf = ({ accept }: Upload): string =>
  [...new Set(accept.map((ending) => ending.toUpperCase().replace('JPG', 'JPEG')))].join(' or ');

/** Rendered anew only when something of its own changes, not with each letter of another field. */
export const UploadField = memo(Picked);

function statusText(state: State): string {
  switch (state.step) {
    case 'empty':
      return 'Required.';
    case 'preparing':
    case 'masking':
      return 'Preparing…';
    case 'sending':
      return `Sending ${sizeText(state.blob.size)}, ${Math.round(state.progress * 100)} %`;
    case 'failed':
      return 'Not sent';
    case 'done':
      return `Uploaded (${sizeText(state.blob.size)})`;
  }
}

/** What the field expects, drawn in thin lines: a portrait, or a card with the first part of its number covered. */
function Blank({ kind }: { kind: AssetKind }) {
  return (
    <svg viewBox="0 0 64 48" aria-hidden="true" className={styles.blank}>
      {kind === 'photo' ? (
        <path d="M18 47V22a14 14 0 0 1 28 0v25M32 17a6 6 0 1 1 0 12 6 6 0 0 1 0-12M21 47c1-9 5-13 11-13s10 4 11 13" />
      ) : (
        <>
          <path d="M4 8h56v32H4ZM10 14h12v14H10ZM28 16h24M28 21h24M28 26h14M42 35h11" />
          <path d="M10 32.5h28v4.5H10Z" className={styles.bar} />
        </>
      )}
    </svg>
  );
}
