/** Datasets of the visitor's own, in the browser's storage for this site (IndexedDB). Nothing is sent anywhere. */
import type { OwnFiles } from './own-dataset.ts';

const NAME = 'stowage';
const STORE = 'datasets';

/** As they were put. What another version of this page left there is the reader's to judge. */
export function keptFiles(): Promise<OwnFiles[]> {
  return within('readonly', (store) => store.getAll() as IDBRequest<OwnFiles[]>);
}

export async function keep(files: OwnFiles): Promise<void> {
  await within('readwrite', (store) => store.put(files));
}

export async function forget(id: string): Promise<void> {
  await within('readwrite', (store) => store.delete(id));
}

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened();
  try {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () =>
        reject(transaction.error ?? new Error('the browser did not keep the file'));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('this browser keeps no data for this page'));
  });
}
