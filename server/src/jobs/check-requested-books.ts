import { requestedBooksCheck } from '../books/check/check-nightly.ts'
import type { Job } from './job.ts'

/** Makes the checks that administrators ask for, also where the daily one is off or has failed. */
export const checkRequestedBooksJob: Job = {
  name: 'check-books-on-request',
  pauseSeconds: 1,
  lateMinutes: 26 * 60,
  waitsAfterRestore: false,
  open: ({ bank, log, closing }) => requestedBooksCheck(bank, log, closing),
}
