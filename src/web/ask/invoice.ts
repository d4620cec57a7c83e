/** What an invoice that was dropped on the page says of today's store. */
import type { Archive } from '#core/pricing/archive.ts';
import { usageTypesOf } from '#core/reconcile/aws-usage-types.ts';
import { InvoiceCsv } from '#core/reconcile/invoice-csv.ts';
import { startOf, type InvoiceStart } from '#core/start/invoice.ts';
import { unpacked } from '#web/start/unpacked.ts';

/** `file`: CSV, gzipped or not. Null where no store of ours holds anything. Throws `InvoiceError` where it is no invoice. */
export async function readInvoice(file: Blob, archive: Archive): Promise<InvoiceStart | null> {
  const csv = new InvoiceCsv(usageTypesOf(archive));
  const reader = (await unpacked(file))
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) csv.push(part.value);
  const { title, ledger } = csv.end();
  return startOf(title, ledger.entries, archive);
}
