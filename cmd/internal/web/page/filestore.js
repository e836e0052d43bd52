// Files of a person's own programs, which this browser keeps: IndexedDB has room for them.

const store = "guests";

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("searchex", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "name" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// within does one thing in a transaction and returns what it has found.
async function within(mode, act) {
  const db = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = db.transaction(store, mode), request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    db.close();
  }
}

// A program is { name, files }, the name of its description and the bytes of its files by name.
export function kept() { return within("readonly", (s) => s.getAll()); }

export function keep(program) { return within("readwrite", (s) => s.put(program)); }

export function forget(name) { return within("readwrite", (s) => s.delete(name)); }
