import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { type AssetKind, cancelUpload, uploadAsset } from '../api';
import * as texts from '../texts';
import type { Field, Upload } from '../types/content.gen';
import { toast } from '../ui/toast';
import { fieldID } from './focus';
import { encode, isAccepted, type Picture, PictureError, readPicture } from './picture';
import type { Uploads } from './use-uploads';

/** If the masking tool cannot be loaded, a picture that must be masked is not sent. */
export const prepareMasking = (): Promise<unknown> =>
  import('./mask-dialog').catch(() => {
    throw new PictureError(texts.maskToolMissing);
  });

export type State =
  | { step: 'empty' }
  | { step: 'preparing' }
  | { step: 'masking'; picture: Picture }
  | { step: 'sending' | 'failed' | 'done'; blob: Blob; preview: string; progress: number };

export interface PictureOptions {
  field: Field;
  kind: AssetKind;
  upload: Upload;
  uploads: Uploads;
  /** Whether numbers must be covered before the picture is sent. */
  masked: boolean;
  failedMessage: string;
}

export function usePicture({ field, kind, upload, uploads, masked, failedMessage }: PictureOptions) {
  const [state, setState] = useState<State>({ step: 'empty' });
  const [problem, setProblem] = useState('');
  const { setHandle, setBusy } = uploads;
  const preview = 'preview' in state ? state.preview : '';
  /** Counts the chosen files, so that an earlier file that is still being read is ignored. */
  const choice = useRef(0);

  useEffect(() => () => URL.revokeObjectURL(preview), [preview]);
  useEffect(() => () => cancelUpload(kind), [kind]);

  // Everything behind the open tool is inert, so the focus can return only once the tool is closed.
  const masking = state.step === 'masking';
  const wasMasking = useRef(false);
  useEffect(() => {
    if (wasMasking.current && !masking) document.getElementById(fieldID(field.name))?.focus();
    wasMasking.current = masking;
  }, [masking, field.name]);

  /** The last picture that was uploaded. */
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
    setProblem('');
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
    // "Please try again" would be wrong for a visitor who has to wait.
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
    event.target.value = ''; // lets the visitor choose the same file again
    if (!file) return;
    if (!isAccepted(file, upload)) return setProblem(texts.chooseFileOf(kindsOf(upload)));
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

  const retry = () => state.step === 'failed' && void send(state.blob, state.preview);
  return { state, preview, problem, choose, finish, putBack, retry };
}

/** "PNG or JPEG" */
const kindsOf = ({ accept }: Upload): string =>
  [...new Set(accept.map((ending) => ending.toUpperCase().replace('JPG', 'JPEG')))].join(texts.or);
