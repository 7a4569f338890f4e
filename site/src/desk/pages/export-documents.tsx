// Exports a month's invoices and credit notes as a file. The purpose is logged.
import { tickets } from '../../content';
import { SelectField, TextField } from '../../ui/field';
import { download } from '../call';
import * as texts from '../texts';
import { FormDialog } from '../ui/form-dialog';

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
    {({ typed: { month, format }, set, faults }) => (
      <>
        <p>{texts.exportWarning}</p>
        <TextField
          label={texts.month}
          type="month"
          value={month}
          onChange={({ target }) => set({ month: target.value })}
          error={faults.month}
        />
        <SelectField label={texts.fileFormat} value={format} onChange={({ target }) => set({ format: target.value })}>
          <option value="xlsx">{texts.monthRegister}</option>
          {tickets.gst_percent > 0 && <option value="gstr1">{texts.gstReturn}</option>}
        </SelectField>
      </>
    )}
  </FormDialog>
);
