import { nightlyBooksCheck } from '../books/check/check-nightly.ts'
import type { Job } from './job.ts'

/** Checks the books every day. It tries again after an hour: another check of millions of rows could fail as the first one did. */
export const checkBooksJob: Job = {
  name: 'check-books',
  pauseSeconds: 1,
  retrySeconds: 60 * 60,
  // The check of a large bank takes hours; after so long the alert BooksUnchecked fires, too.
  lateMinutes: 26 * 60,
  waitsAfterRestore: false,
  open: ({ bank, log, closing }) => nightlyBooksCheck({ ...bank, openedAt: bank.clock() }, log, closing),
}
