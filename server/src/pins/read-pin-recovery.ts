import type { Verb } from '../call.ts'
import { findPinRecovery } from './pin-recovery.ts'

/** How the caller can choose a new PIN after forgetting theirs. */
export const readPinRecovery: Verb<'readPinRecovery'> = ({ bank, actor: { userId }, now }) =>
  findPinRecovery(bank.db, bank.config, { userId, now })
