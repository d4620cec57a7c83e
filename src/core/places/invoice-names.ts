/** What providers call regions on their invoices, beside the id: asked by invoices and FOCUS rows alone. */
import file from '../../../pricing/places/invoice-names.json' with { type: 'json' };

interface InvoiceName {
  title: string;
  /** Of its usage types. */
  prefixes?: readonly string[];
}

/** By place. */
export const INVOICE_NAMES: Readonly<Record<string, InvoiceName>> = file;
