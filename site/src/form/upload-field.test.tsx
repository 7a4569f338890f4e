import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Field, Upload } from '../types/content.gen';
import { UploadField } from './upload-field';
import { useUploads } from './use-uploads';

function Photo({ optional }: { optional: boolean }) {
  return (
    <UploadField
      field={{ name: 'profile_url', label: 'Photo' } as Field}
      kind="photo"
      upload={{ kind: 'photo', accept: ['jpg'], max_mb: 2 } as Upload}
      uploads={useUploads()}
      error={undefined}
      optional={optional}
      masked={false}
      failedMessage=""
    />
  );
}

test('only a field that needs a picture says that it is required', () => {
  const { rerender } = render(<Photo optional={false} />);
  expect(screen.getByRole('status').textContent).toBe('Required.');
  rerender(<Photo optional />);
  expect(screen.getByRole('status').textContent).toBe('Optional.');
});
