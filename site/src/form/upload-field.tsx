import { lazy, memo, type ReactNode, Suspense } from 'react';
import type { AssetKind } from '../api';
import * as texts from '../texts';
import { Button } from '../ui/button';
import { FieldFrame } from '../ui/field';
import { Loading } from '../ui/loading';
import { fieldID } from './focus';
import { acceptOf, sizeText } from './picture';
import styles from './upload-field.module.css';
import { type PictureOptions, type State, usePicture } from './use-picture';

const MaskDialog = lazy(() => import('./mask-dialog'));

interface UploadFieldProps extends PictureOptions {
  error: string | undefined;
  /** The current picture stays until another one is sent. A field with a current picture is optional. */
  current?: ReactNode;
  optional?: boolean;
}

/** Memoised, so that typing in other fields does not render this field again. */
export const UploadField = memo(function UploadField({ error, current, optional, ...options }: UploadFieldProps) {
  const { field, kind, upload, uploads } = options;
  const { state, preview, problem, choose, finish, putBack, retry } = usePicture(options);
  // The picture was sent, but the server no longer has it.
  const lost = state.step === 'done' && !uploads.handles[field.name];
  const message = problem || (state.step === 'empty' || lost ? error : undefined);
  const emptyText = current ? texts.currentPicture : optional ? texts.pictureOptional : texts.pictureRequired;
  const working = state.step === 'preparing' || state.step === 'sending';
  return (
    <>
      <FieldFrame id={fieldID(field.name)} label={field.label} help={field.help} error={message}>
        {(names) => (
          <div className={styles.tray} data-step={state.step}>
            <div className={styles.frame}>
              {preview ? (
                <img src={preview} alt={texts.yourPicture(field.label)} className={styles.preview} />
              ) : (
                (current ?? <Blank kind={kind} />)
              )}
            </div>
            <div className={styles.side}>
              <p className={styles.status} role="status">
                {working && <Loading size={22} label="" />}
                {lost ? texts.chooseAgain : statusText(state, emptyText, current ? emptyText : texts.notSent)}
              </p>
              {state.step === 'sending' && (
                <progress className={styles.progress} value={state.progress} aria-label={texts.sendingPicture} />
              )}
              <div className={styles.actions}>
                <span className={styles.chooser}>
                  <input
                    {...names}
                    name={field.name}
                    type="file"
                    accept={acceptOf(upload)}
                    onChange={choose}
                    required={!current && !optional}
                  />
                  <span aria-hidden="true">
                    {preview || working || current ? texts.replacePicture : texts.choosePicture}
                  </span>
                </span>
                {state.step === 'failed' && (
                  <Button look="quiet" onClick={retry}>
                    {texts.tryAgain}
                  </Button>
                )}
              </div>
            </div>
          </div>
        )}
      </FieldFrame>
      {state.step === 'masking' && (
        <Suspense fallback={<Loading />}>
          <MaskDialog picture={state.picture} onDone={finish} onCancel={putBack} />
        </Suspense>
      )}
    </>
  );
});

function statusText(state: State, empty: string, failed: string): string {
  switch (state.step) {
    case 'empty':
      return empty;
    case 'preparing':
    case 'masking':
      return texts.preparing;
    case 'sending':
      return texts.sending(sizeText(state.blob.size), Math.round(state.progress * 100));
    case 'failed':
      return failed;
    case 'done':
      return texts.uploaded(sizeText(state.blob.size));
  }
}

/** The drawing in an empty field: a portrait, or a card with the first part of its number covered. */
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
