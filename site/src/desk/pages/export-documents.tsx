import { tickets } from '../../content';
import { download } from '../call';
import * as texts from '../texts';
import { FormDialog, FormSelect, FormText } from '../ui/form-dialog';

const formats = [
  ['xlsx', texts.monthRegister] as const,
  ...(tickets.gst_percent > 0 ? [['gstr1', texts.gstReturn] as const] : []),
];

export const ExportDocuments = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    title={texts.exportDocuments}
    confirm={texts.makeFile}
    draft="export-documents"
    empty={{ why: '', month: '', format: 'xlsx' }}
    missing={({ why, month }) => (month ? !why.trim() && texts.exportNeedsPurpose : texts.exportNeedsMonth)}
    send={({ why, month, format }) => download('invoices/export', { month, format, purpose: why })}
    done={texts.fileMade}
    reason={{ label: texts.exportPurpose }}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>{texts.exportWarning}</p>
        <FormText form={form} name="month" label={texts.month} type="month" />
        <FormSelect form={form} name="format" label={texts.fileFormat} options={formats} />
      </>
    )}
  </FormDialog>
);
